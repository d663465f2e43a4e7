import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
import { isClientProfile, PROFILE_NAMES, type ClientProfile } from './client-profile.js';
import {
  DEFAULT_LINT,
  RULE_SETTINGS,
  type LintSettings,
  type RuleSetting,
} from './lint-settings.js';
import { LINT_RULES } from './rules.js';

/** The settings of the lint as a published JSON Schema: a file of their own, or a part of one. */
export const LINT_SETTINGS_SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    profiles: {
      type: 'array',
      maxItems: PROFILE_NAMES.length,
      uniqueItems: true,
      items: { enum: PROFILE_NAMES },
      description: 'The clients that the tools are made for.',
    },
    rules: {
      type: 'object',
      properties: objectOf(LINT_RULES.map(({ id }) => [id, { enum: RULE_SETTINGS }])),
      additionalProperties: false,
      description: 'What a rule counts as, where that is not what it says of itself.',
    },
  },
};

export type LintSettingsReading =
  | { readonly ok: true; readonly settings: LintSettings }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** What a document says, above what `base` says of the same. */
export const readLintSettings = (
  document: Json,
  base: LintSettings = DEFAULT_LINT,
): LintSettingsReading => {
  const errors = shapeFaults(LINT_SETTINGS_SCHEMA, document);
  if (errors.length > 0 || !isObject(document)) return { ok: false, errors };
  const rules = member(document, 'rules');
  const profiles = member(document, 'profiles');
  return {
    ok: true,
    settings: {
      rules: new Map([
        ...base.rules,
        ...(isObject(rules) ? Object.entries(rules) : []).flatMap(ruleEntry),
      ]),
      profiles: isArray(profiles) ? new Set(profiles.flatMap(profileEntry)) : base.profiles,
    },
  };
};

const ruleEntry = ([id, value]: [string, Json]): [string, RuleSetting][] => {
  const setting = RULE_SETTINGS.find((each) => each === value);
  return setting === undefined ? [] : [[id, setting]];
};

const profileEntry = (value: Json): ClientProfile[] =>
  typeof value === 'string' && isClientProfile(value) ? [value] : [];
