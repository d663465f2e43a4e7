import { MANIFEST_SCHEMA } from '#core/contract/manifest-schema.js';
import { STATES, type State } from '#core/lifecycle/state.js';
import { isObject, type JsonObject } from '#core/json/value.js';
import { RISK_LEVELS, type RiskLevel } from '#core/policy/policy.js';
import { PAGE_PARAMETERS } from '../../http/page.js';
import { REASON } from '../../http/reason.js';

/** The query of `GET /v1/tools`. */
export const TOOL_QUERY = {
  type: 'object',
  properties: {
    ...PAGE_PARAMETERS,
    namespace: { type: 'string', maxLength: 128 },
    owner: { type: 'string', maxLength: 200 },
    tag: { type: 'string', maxLength: 64, description: 'Some version carries it.' },
    risk_level: { enum: RISK_LEVELS },
    state: { enum: STATES, description: 'Some version is in it.' },
    q: {
      type: 'string',
      maxLength: 200,
      description: 'Occurs in the tool_id, or in a title or description; empty, it occurs in all.',
    },
  },
  additionalProperties: false,
} as const;

export interface ToolQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly namespace?: string;
  readonly owner?: string;
  readonly tag?: string;
  readonly risk_level?: RiskLevel;
  readonly state?: State;
  readonly q?: string;
}

/** A presentation field has one form, whether it comes with a manifest or with a change. */
const manifestField = (name: string): JsonObject => {
  const properties = MANIFEST_SCHEMA['properties'];
  const field = isObject(properties) ? properties[name] : undefined;
  if (!isObject(field)) throw new Error(`the manifest has no field ${name}`);
  return field;
};

/** The body of `PATCH /v1/tools/{tool_id}`. */
export const TOOL_CHANGE: JsonObject = {
  type: 'object',
  properties: {
    owner: manifestField('owner'),
    example_queries: manifestField('example_queries'),
    aliases: manifestField('aliases'),
    note: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 4_000,
      description: "The platform's supplement to the description; null takes it away.",
    },
    proposed: {
      type: 'array',
      maxItems: 0,
      description: 'Empty: a reviewer confirms every value that a converter guessed.',
    },
  },
  minProperties: 1,
  additionalProperties: false,
  example: { aliases: ['new ticket', '新建工单'] },
};

export interface ToolChangeBody {
  readonly owner?: string;
  readonly example_queries?: readonly string[];
  readonly aliases?: readonly string[];
  readonly note?: string | null;
  readonly proposed?: readonly [];
}

/** The body of `PUT …/suspension`, of a tool or a namespace. */
export const SUSPENSION = {
  type: 'object',
  properties: {
    suspended: { type: 'boolean' },
    reason: REASON,
  },
  required: ['suspended', 'reason'],
  additionalProperties: false,
  example: { suspended: true, reason: 'Opens tickets twice since this morning.' },
} as const;

export interface SuspensionBody {
  readonly suspended: boolean;
  readonly reason: string;
}
