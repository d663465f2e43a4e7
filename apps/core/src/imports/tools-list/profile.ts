import type { Json } from '../../json/value.js';
import { RISK_LEVELS, type Policy, type RiskLevel } from '../../policy/policy.js';
import type { FieldError } from '../../problems/field-error.js';
import { shapeFaults } from '../../schema/shape.js';

/** What people state of the tools that `match` names; the rest of a manifest is read or guessed. */
export interface ToolRule extends Partial<Policy> {
  /** A pattern over the tool_id: `*` is any run of characters, `?` is one. */
  readonly match: string;
  readonly owner?: string;
  readonly side_effect?: boolean;
  readonly idempotent?: boolean;
  readonly timeout_ms?: number;
  readonly tags?: readonly string[];
  /** Hints of the server that are not carried, because a person found them wrong. */
  readonly omit_annotations?: readonly string[];
}

/** How the tools of a server are registered, as far as the server does not say it. */
export interface Profile {
  readonly owner?: string;
  readonly namespace?: string;
  readonly version?: string;
  /** The name under which the MCP server is called. */
  readonly target?: string;
  /** Stated for every tool; a rule refines it. */
  readonly policy?: Partial<Policy>;
  /** Still guesses, only other ones: they stay listed in `proposed`. */
  readonly defaults?: { readonly timeout_ms?: number; readonly risk_level?: RiskLevel };
  readonly tools?: readonly ToolRule[];
}

const NAMES = { type: 'array', items: { type: 'string', minLength: 1 } } as const;
const TEXT = { type: 'string', minLength: 1 } as const;
const RISK = { enum: RISK_LEVELS } as const;
const TIMEOUT = { type: 'integer', minimum: 1 } as const;
const POLICY_FIELDS = {
  risk_level: RISK,
  requires_approval: { type: 'boolean' },
  allowed_roles: NAMES,
  allowed_tenants: NAMES,
  task_types: NAMES,
} as const;

/** The form of a profile, for people's editors as well. */
const PROFILE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Quartermaster import profile',
  type: 'object',
  additionalProperties: false,
  properties: {
    owner: TEXT,
    namespace: TEXT,
    version: TEXT,
    target: TEXT,
    policy: { type: 'object', additionalProperties: false, properties: POLICY_FIELDS },
    defaults: {
      type: 'object',
      additionalProperties: false,
      properties: { timeout_ms: TIMEOUT, risk_level: RISK },
    },
    tools: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['match'],
        properties: {
          match: TEXT,
          owner: TEXT,
          side_effect: { type: 'boolean' },
          idempotent: { type: 'boolean' },
          timeout_ms: TIMEOUT,
          tags: NAMES,
          omit_annotations: NAMES,
          ...POLICY_FIELDS,
        },
      },
    },
  },
} as const;

/** Reads a profile; unknown members are refused, since a misspelt one would be a guess again. */
export const readProfile = (
  value: Json,
): { ok: true; profile: Profile } | { ok: false; errors: readonly FieldError[] } => {
  const errors = shapeFaults(PROFILE_SCHEMA, value);
  if (errors.length > 0) return { ok: false, errors };
  // The schema above says member for member what `Profile` says.
  return { ok: true, profile: value as unknown as Profile };
};

/** What is stated of one tool: the profile's policy, refined by each rule that matches, in order. */
export const statedOf = (profile: Profile, toolId: string): Omit<ToolRule, 'match'> =>
  (profile.tools ?? [])
    .filter((rule) => matches(rule.match, toolId))
    .reduce<Omit<ToolRule, 'match'>>(
      (stated, rule) => ({ ...stated, ...rule }),
      profile.policy ?? {},
    );

function matches(pattern: string, toolId: string): boolean {
  const literal = pattern.replace(/[\\^$.+()[\]{}|]/g, '\\$&');
  // Runs of stars are one star: nested repetition would make matching slow.
  const source = literal.replace(/\*+/g, '.*').replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 'u').test(toolId);
}
