import type { ArrayTest, Literal } from './node.js';
import type { Store } from './store.js';

/** So many of the items from `from` on satisfy the schema. */
export interface Tally {
  readonly from: number;
  readonly schema: Literal;
  least: number;
  most: number;
}

export interface ArrayDemands {
  /** On the item at an index, and on all from an index on. */
  readonly at: Map<number, Literal[]>;
  readonly from: { readonly index: number; readonly schema: Literal }[];
  readonly tallies: Map<string, Tally>;
  least: number;
  most: number;
  unique: boolean;
  repeated: boolean;
}

const tally = (demands: ArrayDemands, from: number, schema: Literal): Tally => {
  const key = `${String(from)} ${String(schema)}`;
  const known = demands.tallies.get(key) ?? { from, schema, least: 0, most: Infinity };
  demands.tallies.set(key, known);
  return known;
};

const atLeast = (demands: ArrayDemands, limit: number): void => {
  demands.least = Math.max(demands.least, limit);
};

const atMost = (demands: ArrayDemands, limit: number): void => {
  demands.most = Math.min(demands.most, limit);
};

/** How each test is asked for, and how its negation is: exists instead of all, and so on. */
type Readers = {
  readonly [Kind in ArrayTest['kind']]: readonly [
    holds: (demands: ArrayDemands, test: Extract<ArrayTest, { kind: Kind }>) => void,
    fails: (demands: ArrayDemands, test: Extract<ArrayTest, { kind: Kind }>) => void,
  ];
};

const onItem = (demands: ArrayDemands, index: number, schema: Literal): void => {
  demands.at.set(index, [...(demands.at.get(index) ?? []), schema]);
};

const READERS: Readers = {
  minItems: [
    (demands, { limit }) => atLeast(demands, limit),
    (demands, { limit }) => atMost(demands, limit - 1),
  ],
  maxItems: [
    (demands, { limit }) => atMost(demands, limit),
    (demands, { limit }) => atLeast(demands, limit + 1),
  ],
  unique: [
    (demands) => {
      demands.unique = true;
    },
    (demands) => {
      demands.repeated = true;
    },
  ],
  itemAt: [
    (demands, { index, schema }) => onItem(demands, index, schema),
    (demands, { index, schema }) => {
      onItem(demands, index, -schema);
      atLeast(demands, index + 1);
    },
  ],
  itemsFrom: [
    (demands, { index, schema }) => demands.from.push({ index, schema }),
    (demands, { index, schema }) => {
      const known = tally(demands, index, -schema);
      known.least = Math.max(known.least, 1);
    },
  ],
  atLeast: [
    (demands, { count, schema }) => {
      const known = tally(demands, 0, schema);
      known.least = Math.max(known.least, count);
    },
    (demands, { count, schema }) => {
      const known = tally(demands, 0, schema);
      known.most = Math.min(known.most, count - 1);
    },
  ],
};

const read = <Test extends ArrayTest>(demands: ArrayDemands, test: Test, holds: boolean): void => {
  // The table pairs each kind with readers of that very kind, which the index cannot express.
  const readers = READERS[test.kind] as unknown as readonly [
    (demands: ArrayDemands, test: Test) => void,
    (demands: ArrayDemands, test: Test) => void,
  ];
  readers[holds ? 0 : 1](demands, test);
};

/** What a conjunction of tests asks of an array; null where it plainly asks too much. */
export const readArrayDemands = (
  store: Store,
  literals: readonly Literal[],
): ArrayDemands | null => {
  const demands: ArrayDemands = {
    at: new Map(),
    from: [],
    tallies: new Map(),
    least: 0,
    most: Infinity,
    unique: false,
    repeated: false,
  };
  for (const literal of literals) {
    read(demands, store.node(literal) as ArrayTest, literal > 0);
  }
  for (const [key, { from, schema, least, most }] of demands.tallies) {
    if (least > most) return null;
    if (most > 0) continue;
    demands.from.push({ index: from, schema: -schema });
    demands.tallies.delete(key);
  }
  return demands.unique && demands.repeated ? null : demands;
};
