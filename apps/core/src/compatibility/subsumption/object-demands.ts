import { FALSE, type KeySet, type Literal, type ObjectTest } from './node.js';
import type { Store } from './store.js';

/** Values under these keys satisfy the schema: all of them, or at least one. */
export interface Demand {
  readonly keys: KeySet;
  readonly schema: Literal;
}

export interface ObjectDemands {
  readonly every: Demand[];
  readonly some: Demand[];
  least: number;
  most: number;
}

const readTest = (demands: ObjectDemands, test: ObjectTest, holds: boolean): void => {
  switch (test.kind) {
    case 'minProperties':
      bound(demands, test.limit, holds);
      break;
    case 'maxProperties':
      bound(demands, test.limit + 1, !holds);
      break;
    case 'has':
      // To lack a key is to have nothing under it.
      quantify(demands, { kind: 'name', name: test.name }, FALSE, !holds);
      break;
    case 'all':
      quantify(demands, test.keys, test.schema, holds);
      break;
  }
};

/** At least so many properties, or fewer. */
const bound = (demands: ObjectDemands, limit: number, holds: boolean): void => {
  if (holds) demands.least = Math.max(demands.least, limit);
  else demands.most = Math.min(demands.most, limit - 1);
};

const quantify = (demands: ObjectDemands, keys: KeySet, schema: Literal, holds: boolean): void => {
  if (holds) demands.every.push({ keys, schema });
  else demands.some.push({ keys, schema: -schema });
};

/** What a conjunction of tests asks of an object; null where it plainly asks too much. */
export const readObjectDemands = (
  store: Store,
  literals: readonly Literal[],
): ObjectDemands | null => {
  const demands: ObjectDemands = { every: [], some: [], least: 0, most: Infinity };
  for (const literal of literals) {
    readTest(demands, store.node(literal) as ObjectTest, literal > 0);
  }
  return demands.least > demands.most ? null : demands;
};
