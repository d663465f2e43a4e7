/** Every rule, in the order of the ids. A file that is not listed here is found by the tests. */
import type { Rule } from '../rule.js';
import { rule as annotationsChanged } from './annotations-changed.js';
import { rule as confirmArgumentAdded } from './confirm-argument-added.js';
import { rule as confirmArgumentRemoved } from './confirm-argument-removed.js';
import { rule as declaredChangeStale } from './declared-change-stale.js';
import { rule as defaultAdded } from './default-added.js';
import { rule as defaultChanged } from './default-changed.js';
import { rule as defaultRemoved } from './default-removed.js';
import { rule as deprecationChanged } from './deprecation-changed.js';
import { rule as descriptionAdded } from './description-added.js';
import { rule as descriptionChangeUndeclared } from './description-change-undeclared.js';
import { rule as descriptionChanged } from './description-changed.js';
import { rule as descriptionClarified } from './description-clarified.js';
import { rule as descriptionReformatted } from './description-reformatted.js';
import { rule as errorCodeAdded } from './error-code-added.js';
import { rule as errorCodeRemoved } from './error-code-removed.js';
import { rule as errorDescriptionChanged } from './error-description-changed.js';
import { rule as errorRetryableAdded } from './error-retryable-added.js';
import { rule as errorRetryableRemoved } from './error-retryable-removed.js';
import { rule as examplesChanged } from './examples-changed.js';
import { rule as fieldDeprecated } from './field-deprecated.js';
import { rule as fieldNoLongerDeprecated } from './field-no-longer-deprecated.js';
import { rule as idempotencyKeyAdded } from './idempotency-key-added.js';
import { rule as idempotencyKeyMoved } from './idempotency-key-moved.js';
import { rule as idempotencyKeyRemoved } from './idempotency-key-removed.js';
import { rule as idempotentAdded } from './idempotent-added.js';
import { rule as idempotentRemoved } from './idempotent-removed.js';
import { rule as implementationChanged } from './implementation-changed.js';
import { rule as inputAdditionalPropertiesNarrowed } from './input-additional-properties-narrowed.js';
import { rule as inputAdditionalPropertiesWidened } from './input-additional-properties-widened.js';
import { rule as inputCompositionNarrowed } from './input-composition-narrowed.js';
import { rule as inputCompositionWidened } from './input-composition-widened.js';
import { rule as inputConditionNarrowed } from './input-condition-narrowed.js';
import { rule as inputConditionWidened } from './input-condition-widened.js';
import { rule as inputDependencyNarrowed } from './input-dependency-narrowed.js';
import { rule as inputDependencyWidened } from './input-dependency-widened.js';
import { rule as inputEnumAdded } from './input-enum-added.js';
import { rule as inputEnumRemoved } from './input-enum-removed.js';
import { rule as inputEnumValueAdded } from './input-enum-value-added.js';
import { rule as inputEnumValueRemoved } from './input-enum-value-removed.js';
import { rule as inputFormatNarrowed } from './input-format-narrowed.js';
import { rule as inputFormatWidened } from './input-format-widened.js';
import { rule as inputItemCountNarrowed } from './input-item-count-narrowed.js';
import { rule as inputItemCountWidened } from './input-item-count-widened.js';
import { rule as inputItemsNarrowed } from './input-items-narrowed.js';
import { rule as inputItemsWidened } from './input-items-widened.js';
import { rule as inputLengthNarrowed } from './input-length-narrowed.js';
import { rule as inputLengthWidened } from './input-length-widened.js';
import { rule as inputNarrowed } from './input-narrowed.js';
import { rule as inputPatternNarrowed } from './input-pattern-narrowed.js';
import { rule as inputPatternWidened } from './input-pattern-widened.js';
import { rule as inputPropertyAdded } from './input-property-added.js';
import { rule as inputPropertyBecameOptional } from './input-property-became-optional.js';
import { rule as inputPropertyBecameRequired } from './input-property-became-required.js';
import { rule as inputPropertyConstrained } from './input-property-constrained.js';
import { rule as inputPropertyCountNarrowed } from './input-property-count-narrowed.js';
import { rule as inputPropertyCountWidened } from './input-property-count-widened.js';
import { rule as inputPropertyFreed } from './input-property-freed.js';
import { rule as inputPropertyRemoved } from './input-property-removed.js';
import { rule as inputRangeNarrowed } from './input-range-narrowed.js';
import { rule as inputRangeWidened } from './input-range-widened.js';
import { rule as inputRewritten } from './input-rewritten.js';
import { rule as inputTypeNarrowed } from './input-type-narrowed.js';
import { rule as inputTypeWidened } from './input-type-widened.js';
import { rule as inputUndecided } from './input-undecided.js';
import { rule as inputUndeclaredExtraRefused } from './input-undeclared-extra-refused.js';
import { rule as inputWidened } from './input-widened.js';
import { rule as mcpMetadataChanged } from './mcp-metadata-changed.js';
import { rule as outputAdditionalPropertiesNarrowed } from './output-additional-properties-narrowed.js';
import { rule as outputAdditionalPropertiesWidened } from './output-additional-properties-widened.js';
import { rule as outputCompositionNarrowed } from './output-composition-narrowed.js';
import { rule as outputCompositionWidened } from './output-composition-widened.js';
import { rule as outputConditionNarrowed } from './output-condition-narrowed.js';
import { rule as outputConditionWidened } from './output-condition-widened.js';
import { rule as outputDependencyNarrowed } from './output-dependency-narrowed.js';
import { rule as outputDependencyWidened } from './output-dependency-widened.js';
import { rule as outputEnumAdded } from './output-enum-added.js';
import { rule as outputEnumRemoved } from './output-enum-removed.js';
import { rule as outputEnumValueAdded } from './output-enum-value-added.js';
import { rule as outputEnumValueRemoved } from './output-enum-value-removed.js';
import { rule as outputFormatNarrowed } from './output-format-narrowed.js';
import { rule as outputFormatWidened } from './output-format-widened.js';
import { rule as outputItemCountNarrowed } from './output-item-count-narrowed.js';
import { rule as outputItemCountWidened } from './output-item-count-widened.js';
import { rule as outputItemsNarrowed } from './output-items-narrowed.js';
import { rule as outputItemsWidened } from './output-items-widened.js';
import { rule as outputLengthNarrowed } from './output-length-narrowed.js';
import { rule as outputLengthWidened } from './output-length-widened.js';
import { rule as outputNarrowed } from './output-narrowed.js';
import { rule as outputPatternNarrowed } from './output-pattern-narrowed.js';
import { rule as outputPatternWidened } from './output-pattern-widened.js';
import { rule as outputPropertyAdded } from './output-property-added.js';
import { rule as outputPropertyBecameOptional } from './output-property-became-optional.js';
import { rule as outputPropertyBecameRequired } from './output-property-became-required.js';
import { rule as outputPropertyConstrained } from './output-property-constrained.js';
import { rule as outputPropertyCountNarrowed } from './output-property-count-narrowed.js';
import { rule as outputPropertyCountWidened } from './output-property-count-widened.js';
import { rule as outputPropertyFreed } from './output-property-freed.js';
import { rule as outputPropertyRemoved } from './output-property-removed.js';
import { rule as outputRangeNarrowed } from './output-range-narrowed.js';
import { rule as outputRangeWidened } from './output-range-widened.js';
import { rule as outputRewritten } from './output-rewritten.js';
import { rule as outputSchemaAdded } from './output-schema-added.js';
import { rule as outputSchemaRemoved } from './output-schema-removed.js';
import { rule as outputTypeNarrowed } from './output-type-narrowed.js';
import { rule as outputTypeWidened } from './output-type-widened.js';
import { rule as outputUndecided } from './output-undecided.js';
import { rule as outputWidened } from './output-widened.js';
import { rule as schemaAnnotationChanged } from './schema-annotation-changed.js';
import { rule as schemaDialectChanged } from './schema-dialect-changed.js';
import { rule as sideEffectAdded } from './side-effect-added.js';
import { rule as sideEffectRemoved } from './side-effect-removed.js';
import { rule as tagsChanged } from './tags-changed.js';
import { rule as targetChanged } from './target-changed.js';
import { rule as timeoutAdjusted } from './timeout-adjusted.js';
import { rule as timeoutLowered } from './timeout-lowered.js';
import { rule as timeoutRaised } from './timeout-raised.js';

export const RULES: readonly Rule[] = [
  annotationsChanged,
  confirmArgumentAdded,
  confirmArgumentRemoved,
  declaredChangeStale,
  defaultAdded,
  defaultChanged,
  defaultRemoved,
  deprecationChanged,
  descriptionAdded,
  descriptionChangeUndeclared,
  descriptionChanged,
  descriptionClarified,
  descriptionReformatted,
  errorCodeAdded,
  errorCodeRemoved,
  errorDescriptionChanged,
  errorRetryableAdded,
  errorRetryableRemoved,
  examplesChanged,
  fieldDeprecated,
  fieldNoLongerDeprecated,
  idempotencyKeyAdded,
  idempotencyKeyMoved,
  idempotencyKeyRemoved,
  idempotentAdded,
  idempotentRemoved,
  implementationChanged,
  inputAdditionalPropertiesNarrowed,
  inputAdditionalPropertiesWidened,
  inputCompositionNarrowed,
  inputCompositionWidened,
  inputConditionNarrowed,
  inputConditionWidened,
  inputDependencyNarrowed,
  inputDependencyWidened,
  inputEnumAdded,
  inputEnumRemoved,
  inputEnumValueAdded,
  inputEnumValueRemoved,
  inputFormatNarrowed,
  inputFormatWidened,
  inputItemCountNarrowed,
  inputItemCountWidened,
  inputItemsNarrowed,
  inputItemsWidened,
  inputLengthNarrowed,
  inputLengthWidened,
  inputNarrowed,
  inputPatternNarrowed,
  inputPatternWidened,
  inputPropertyAdded,
  inputPropertyBecameOptional,
  inputPropertyBecameRequired,
  inputPropertyConstrained,
  inputPropertyCountNarrowed,
  inputPropertyCountWidened,
  inputPropertyFreed,
  inputPropertyRemoved,
  inputRangeNarrowed,
  inputRangeWidened,
  inputRewritten,
  inputTypeNarrowed,
  inputTypeWidened,
  inputUndecided,
  inputUndeclaredExtraRefused,
  inputWidened,
  mcpMetadataChanged,
  outputAdditionalPropertiesNarrowed,
  outputAdditionalPropertiesWidened,
  outputCompositionNarrowed,
  outputCompositionWidened,
  outputConditionNarrowed,
  outputConditionWidened,
  outputDependencyNarrowed,
  outputDependencyWidened,
  outputEnumAdded,
  outputEnumRemoved,
  outputEnumValueAdded,
  outputEnumValueRemoved,
  outputFormatNarrowed,
  outputFormatWidened,
  outputItemCountNarrowed,
  outputItemCountWidened,
  outputItemsNarrowed,
  outputItemsWidened,
  outputLengthNarrowed,
  outputLengthWidened,
  outputNarrowed,
  outputPatternNarrowed,
  outputPatternWidened,
  outputPropertyAdded,
  outputPropertyBecameOptional,
  outputPropertyBecameRequired,
  outputPropertyConstrained,
  outputPropertyCountNarrowed,
  outputPropertyCountWidened,
  outputPropertyFreed,
  outputPropertyRemoved,
  outputRangeNarrowed,
  outputRangeWidened,
  outputRewritten,
  outputSchemaAdded,
  outputSchemaRemoved,
  outputTypeNarrowed,
  outputTypeWidened,
  outputUndecided,
  outputWidened,
  schemaAnnotationChanged,
  schemaDialectChanged,
  sideEffectAdded,
  sideEffectRemoved,
  tagsChanged,
  targetChanged,
  timeoutAdjusted,
  timeoutLowered,
  timeoutRaised,
];
