import type { Json } from '../../json/value.js';
import { Budget, withinSteps } from './budget.js';
import { guard } from './guard.js';
import { normalise } from './normalise.js';
import { isPlainlySatisfied } from './plainly-satisfied.js';
import { Prover } from './search.js';
import { Store } from './store.js';

/**
 * Whether it is proved that no instance satisfies the schema; false also where that cannot be told
 * within the budget of steps. Unlike `decide(schema, false)` it asks no second validator, since an
 * instance that is found proves nothing here, and so compiles nothing.
 */
export const isEmpty = (schema: Json, budget: number): boolean => {
  if (isPlainlySatisfied(schema) || guard(schema) !== null) return false;
  const meter = new Budget(budget);
  const store = new Store(meter);
  const prover = new Prover(store, meter, 'annotation');
  const finds = (): boolean => prover.find([normalise(store, schema, '0')]).kind === 'empty';
  return withinSteps(finds, false) && !meter.isSpent;
};
