import type { Json } from '../../json/value.js';
import { dialectOf, type Dialect } from '../../schema/dialect.js';
import { limitFaults } from '../../schema/limits.js';
import { metaErrors } from '../../schema/validator.js';
import type { UndecidedReason } from './verdict.js';

/** Why a document is not looked at at all, or null. */
export const guard = (schema: Json, fallback?: Dialect): UndecidedReason | null => {
  const dialect = dialectOf(schema, fallback);
  if (dialect === null) return 'dialect';
  if (limitFaults(schema).length > 0) return 'budget';
  return metaErrors(schema, dialect).length > 0 ? 'keyword' : null;
};
