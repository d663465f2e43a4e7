import { CANDIDATE_REQUEST_SCHEMA } from '#core/candidates/request-schema.js';
import type { JsonObject } from '#core/json/value.js';

const PROPERTIES = CANDIDATE_REQUEST_SCHEMA['properties'] as JsonObject;

/** The body of `POST /v1/candidates` and `POST /v1/candidates/explain`. */
export const CANDIDATE_BODY = {
  ...CANDIDATE_REQUEST_SCHEMA,
  example: {
    tenant: 'acme',
    roles: ['operator'],
    task_type: 'support',
    max_risk: 'L3',
    query: 'open a ticket for a broken router',
    top_k: 8,
    format: 'mcp',
    max_tokens: 4000,
    pins: { 'support.create_ticket': '^2' },
    session: 's-81',
  },
};

/** What a URL says otherwise than the body. */
const OTHERWISE = new Set(['roles', 'pins']);

const SINGLE = Object.fromEntries(
  Object.entries(PROPERTIES).filter(([name]) => !OTHERWISE.has(name)),
) as Readonly<Record<string, object>>;

/** The same as parameters, for the documentation; they are read by the core. */
export const CANDIDATE_QUERY = {
  type: 'object',
  properties: {
    ...SINGLE,
    role: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 128 },
      minItems: 1,
      description: 'Once for each role.',
    },
    pin: {
      type: 'array',
      items: { type: 'string' },
      description: 'Once for each tool, as `tool_id@range`.',
    },
    pins: { type: 'string', description: 'All pins at once, as the JSON object of the body.' },
  },
  required: ['role', 'task_type'],
};
