import type { Json } from '../../json/value.js';
import { Budget } from './budget.js';
import { guard } from './guard.js';
import { normalise } from './normalise.js';
import { Prover } from './search.js';
import { Store } from './store.js';

/**
 * Whether it is proved that no instance satisfies the schema; false also where that cannot be told
 * within the budget of steps. Unlike `decide(schema, false)` it asks no second validator, since an
 * instance that is found proves nothing here, and so compiles nothing.
 */
export const isEmpty = (schema: Json, budget: number): boolean => {
  if (guard(schema) !== null) return false;
  const store = new Store();
  const prover = new Prover(store, new Budget(budget), 'annotation');
  return prover.find([normalise(store, schema, '0')]).kind === 'empty';
};
