import type { JsonObject } from '../json/value.js';
import { RISK_LEVELS } from '../policy/policy.js';
import { MAX_RANGE_LENGTH } from '../versions/range.js';

export const FORMATS = ['native', 'mcp', 'openai', 'anthropic', 'gemini'] as const;

export type Format = (typeof FORMATS)[number];

export const DETAILS = ['full', 'summary'] as const;

export type Detail = (typeof DETAILS)[number];

export const DEFAULT_TOP_K = 20;

const NAME = { type: 'string', minLength: 1, maxLength: 128 };

/** The shape of a candidate request (JSON Schema 2020-12); the rest is `request-faults.ts`. */
export const CANDIDATE_REQUEST_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Candidate request',
  description: 'Which tools may this caller use, and which of them fit best?',
  type: 'object',
  required: ['roles', 'task_type'],
  additionalProperties: false,
  properties: {
    tenant: { ...NAME, description: 'May be left out by a key that is bound to exactly one.' },
    roles: { type: 'array', minItems: 1, maxItems: 1000, items: NAME },
    task_type: NAME,
    max_risk: {
      enum: RISK_LEVELS,
      description: 'Left out: the lower of L2 and the ceiling of the key.',
    },
    query: {
      type: 'string',
      maxLength: 2000,
      description:
        'The capability that is needed, in the words of the catalog rather than of the user. Ranks the tools and leaves out those that match nothing; a blank one is none.',
    },
    top_k: { type: 'integer', minimum: 1, maximum: 200, default: DEFAULT_TOP_K },
    format: { enum: FORMATS, default: 'native' },
    detail: { enum: DETAILS, default: 'full' },
    max_tokens: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
      description: 'Drops the lowest-ranked tools until the rest fits.',
    },
    pins: {
      type: 'object',
      maxProperties: 1000,
      additionalProperties: { type: 'string', maxLength: MAX_RANGE_LENGTH },
      description: 'A range as npm reads it for each tool_id whose version is to be chosen by it.',
    },
    session: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'Draws the versions in partial rollout; without one none of them is served.',
    },
  },
};
