import type { LintRule } from './lint-rule.js';
import { arrayWithoutMaxItems } from './rules/array-without-max-items.js';
import { confirmArgumentUnknown } from './rules/confirm-argument-unknown.js';
import { errorsMissing } from './rules/errors-missing.js';
import { hiddenCharactersRule } from './rules/hidden-characters.js';
import { idempotencyKeyUnknown } from './rules/idempotency-key-unknown.js';
import { inputUnsatisfiable } from './rules/input-unsatisfiable.js';
import { instructionsInDescription } from './rules/instructions-in-description.js';
import { numberWithoutRange } from './rules/number-without-range.js';
import { objectWithoutProperties } from './rules/object-without-properties.js';
import { outputSchemaMissing } from './rules/output-schema-missing.js';
import { patternNotUnicode } from './rules/pattern-not-unicode.js';
import { patternSlow } from './rules/pattern-slow.js';
import { patternUnsafe } from './rules/pattern-unsafe.js';
import { propertyWithoutDescription } from './rules/property-without-description.js';
import { sideEffectWithoutIdempotencyKey } from './rules/side-effect-without-idempotency-key.js';
import { stringWithoutMaxLength } from './rules/string-without-max-length.js';
import { uniqueItemsWithoutMaxItems } from './rules/unique-items-without-max-items.js';

/** Every rule, in the order in which findings are told within a level. */
export const LINT_RULES: readonly LintRule[] = [
  inputUnsatisfiable,
  idempotencyKeyUnknown,
  confirmArgumentUnknown,
  instructionsInDescription,
  hiddenCharactersRule,
  patternUnsafe,
  patternSlow,
  patternNotUnicode,
  stringWithoutMaxLength,
  arrayWithoutMaxItems,
  uniqueItemsWithoutMaxItems,
  numberWithoutRange,
  objectWithoutProperties,
  sideEffectWithoutIdempotencyKey,
  outputSchemaMissing,
  errorsMissing,
  propertyWithoutDescription,
];
