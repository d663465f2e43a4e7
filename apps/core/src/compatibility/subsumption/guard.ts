import type { Json } from '../../json/value.js';
import { dialectOf, type Dialect } from '../../schema/dialect.js';
import { limitFaults } from '../../schema/limits.js';
import type { UndecidedReason } from './verdict.js';

/** Why a document is not looked at at all, or null. */
export const guard = (schema: Json, fallback?: Dialect): UndecidedReason | null => {
  if (dialectOf(schema, fallback) === null) return 'dialect';
  return limitFaults(schema).length > 0 ? 'budget' : null;
};
