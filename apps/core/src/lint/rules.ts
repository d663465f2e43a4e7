import type { LintRule } from './lint-rule.js';
import { anthropicArgumentName } from './rules/anthropic-argument-name.js';
import { anthropicRootFlattened } from './rules/anthropic-root-flattened.js';
import { anthropicTuple } from './rules/anthropic-tuple.js';
import { arrayWithoutMaxItems } from './rules/array-without-max-items.js';
import { bedrockArgumentName } from './rules/bedrock-argument-name.js';
import { bedrockRootKeyword } from './rules/bedrock-root-keyword.js';
import { confirmArgumentUnknown } from './rules/confirm-argument-unknown.js';
import { copilotArrayWithoutItems } from './rules/copilot-array-without-items.js';
import { copilotDescriptionCut } from './rules/copilot-description-cut.js';
import { copilotNameCut } from './rules/copilot-name-cut.js';
import { copilotRootDropped } from './rules/copilot-root-dropped.js';
import { deeplyNested } from './rules/deeply-nested.js';
import { descriptionTooLong } from './rules/description-too-long.js';
import { descriptionTooShort } from './rules/description-too-short.js';
import { errorsMissing } from './rules/errors-missing.js';
import { geminiEnumType } from './rules/gemini-enum-type.js';
import { geminiKeywordIgnored } from './rules/gemini-keyword-ignored.js';
import { geminiRecursionRequired } from './rules/gemini-recursion-required.js';
import { geminiReferenceSiblings } from './rules/gemini-reference-siblings.js';
import { hiddenCharactersRule } from './rules/hidden-characters.js';
import { idempotencyKeyUnknown } from './rules/idempotency-key-unknown.js';
import { inputUnsatisfiable } from './rules/input-unsatisfiable.js';
import { instructionsInDescription } from './rules/instructions-in-description.js';
import { manyArguments } from './rules/many-arguments.js';
import { nameHashed } from './rules/name-hashed.js';
import { numberWithoutRange } from './rules/number-without-range.js';
import { objectWithoutProperties } from './rules/object-without-properties.js';
import { openaiArrayWithoutItems } from './rules/openai-array-without-items.js';
import { openaiDescriptionCut } from './rules/openai-description-cut.js';
import { openaiPatternUnsupported } from './rules/openai-pattern-unsupported.js';
import { openaiRootFlattened } from './rules/openai-root-flattened.js';
import { openaiStrictKeyword } from './rules/openai-strict-keyword.js';
import { openaiStrictOpen } from './rules/openai-strict-open.js';
import { openaiStrictOptional } from './rules/openai-strict-optional.js';
import { openaiStrictSize } from './rules/openai-strict-size.js';
import { outputSchemaMissing } from './rules/output-schema-missing.js';
import { pathNotRelative } from './rules/path-not-relative.js';
import { patternNotUnicode } from './rules/pattern-not-unicode.js';
import { patternSlow } from './rules/pattern-slow.js';
import { patternUnsafe } from './rules/pattern-unsafe.js';
import { propertyWithoutDescription } from './rules/property-without-description.js';
import { propertyWithoutType } from './rules/property-without-type.js';
import { sideEffectWithoutIdempotencyKey } from './rules/side-effect-without-idempotency-key.js';
import { stringWithoutMaxLength } from './rules/string-without-max-length.js';
import { timeoutTooLong } from './rules/timeout-too-long.js';
import { uniqueItemsWithoutMaxItems } from './rules/unique-items-without-max-items.js';
import { urlWithoutAllowedHosts } from './rules/url-without-allowed-hosts.js';
import { valuesInDescription } from './rules/values-in-description.js';

/**
 * Every rule, in the order in which findings are told within a level: those that hold for every
 * client first, then those of single clients.
 */
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
  valuesInDescription,
  pathNotRelative,
  urlWithoutAllowedHosts,
  arrayWithoutMaxItems,
  uniqueItemsWithoutMaxItems,
  numberWithoutRange,
  objectWithoutProperties,
  propertyWithoutType,
  manyArguments,
  sideEffectWithoutIdempotencyKey,
  timeoutTooLong,
  outputSchemaMissing,
  errorsMissing,
  descriptionTooShort,
  descriptionTooLong,
  propertyWithoutDescription,
  deeplyNested,
  nameHashed,
  openaiRootFlattened,
  openaiArrayWithoutItems,
  openaiPatternUnsupported,
  openaiDescriptionCut,
  openaiStrictKeyword,
  openaiStrictOptional,
  openaiStrictOpen,
  openaiStrictSize,
  anthropicRootFlattened,
  anthropicArgumentName,
  anthropicTuple,
  geminiKeywordIgnored,
  geminiReferenceSiblings,
  geminiRecursionRequired,
  geminiEnumType,
  bedrockArgumentName,
  bedrockRootKeyword,
  copilotArrayWithoutItems,
  copilotRootDropped,
  copilotDescriptionCut,
  copilotNameCut,
];
