import { AsyncScope } from './async-scope.js';
import type { Step } from './at-once.js';

/**
 * What transactions do last, of whatever runs within: so it is committed with their effects or not
 * at all, and no use case has to know of it.
 */
export const lastInTransactions = new AsyncScope<Step>();
