import type { Json } from '../../json/value.js';
import { DEFAULT_DIALECT, DIALECTS, dialectOf, type Dialect } from '../../schema/dialect.js';
import { limitFaults } from '../../schema/limits.js';
import { metaErrors } from '../../schema/validator.js';
import { rememberEach } from './remember.js';
import type { UndecidedReason } from './verdict.js';

/** Why a document is not looked at at all, or null. `fallback` is the dialect it has unsaid. */
export const guard = (schema: Json, fallback: Dialect = DEFAULT_DIALECT): UndecidedReason | null =>
  guardOf(schema, fallback);

const guardOf = rememberEach<UndecidedReason | null>((schema, fallback) => {
  const dialect = dialectOf(
    schema,
    DIALECTS.find((one) => one === fallback),
  );
  if (dialect === null) return 'dialect';
  if (limitFaults(schema).length > 0) return 'budget';
  return metaErrors(schema, dialect).length > 0 ? 'keyword' : null;
});
