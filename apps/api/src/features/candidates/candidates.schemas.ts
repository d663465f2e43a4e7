import { STAGES } from '#core/candidates/select.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { FIELDS } from '#core/search/document.js';
import { LIKENESSES } from '#core/search/reasons.js';
import { STRATEGIES } from '../../semantic/semantic-search.js';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const FLAG = { type: 'boolean' } as const;
const SCHEMA = { type: 'object', description: 'A JSON Schema.' } as const;

const closed = (
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): { readonly [name: string]: object | string | boolean } => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const DEPRECATION = {
  type: ['object', 'null'],
  properties: {
    reason: TEXT,
    sunset_at: { type: ['string', 'null'], format: 'date-time' },
    successor: { ...TEXT_OR_NULL, description: 'Null also where this caller may not know it.' },
  },
  required: ['reason', 'sunset_at', 'successor'],
  additionalProperties: false,
} as const;

const FOUND = {
  score: { type: 'number', exclusiveMinimum: 0, description: 'With a query only.' },
  reasons: {
    type: 'array',
    description: 'With a query only: where its words were found, misspelt ones as they are meant.',
    items: closed({
      field: { enum: [...FIELDS.map(({ name }) => name), ...LIKENESSES] },
      terms: TEXTS,
    }),
  },
};

const RISK = {
  risk_level: { enum: RISK_LEVELS },
  requires_approval: { ...FLAG, description: 'A person has to agree to each call.' },
};

/** A candidate in the native form, as list and get answer it too, without score and reasons. */
export const NATIVE_SCHEMA = closed(
  {
    tool_id: TEXT,
    version: TEXT,
    title: TEXT_OR_NULL,
    description: {
      ...TEXT,
      description: "Followed by the platform's own note, where there is one.",
    },
    tags: TEXTS,
    input_schema: SCHEMA,
    output_schema: { type: ['object', 'boolean', 'null'], description: 'A JSON Schema, or null.' },
    annotations: { type: ['object', 'null'], description: 'Hints for user interfaces.' },
    side_effect: FLAG,
    idempotent: FLAG,
    idempotency_key: {
      type: ['object', 'null'],
      properties: { in: { enum: ['argument', 'header', 'meta'] }, name: TEXT },
      required: ['in', 'name'],
      additionalProperties: false,
    },
    confirm_arguments: { ...TEXTS, description: 'JSON Pointers: a person confirms these.' },
    timeout_ms: { type: 'integer' },
    errors: {
      type: 'array',
      items: closed({ code: TEXT, retryable: FLAG, description: TEXT }, ['description']),
    },
    ...RISK,
    contract_digest: TEXT,
    deprecation: DEPRECATION,
    ...FOUND,
  },
  Object.keys(FOUND),
);

const NATIVE_SUMMARY = closed(
  {
    tool_id: TEXT,
    version: TEXT,
    description: TEXT,
    required_parameters: TEXTS,
    ...RISK,
    deprecation: DEPRECATION,
    ...FOUND,
  },
  Object.keys(FOUND),
);

const MCP_TOOL = closed(
  {
    name: TEXT,
    title: TEXT,
    description: TEXT,
    inputSchema: SCHEMA,
    outputSchema: SCHEMA,
    annotations: { type: 'object' },
    execution: { type: 'object' },
    icons: { type: 'array' },
    _meta: {
      type: 'object',
      properties: {
        'quartermaster/tool_version': TEXT,
        'quartermaster/contract_digest': TEXT,
        'quartermaster/risk_level': RISK.risk_level,
        'quartermaster/requires_approval': FLAG,
      },
      required: [
        'quartermaster/tool_version',
        'quartermaster/contract_digest',
        'quartermaster/risk_level',
        'quartermaster/requires_approval',
      ],
    },
  },
  ['title', 'outputSchema', 'annotations', 'execution', 'icons'],
);

const OPENAI_TOOL = closed({
  type: { const: 'function' },
  function: closed({ name: TEXT, description: TEXT, parameters: SCHEMA }),
});

const ANTHROPIC_TOOL = closed({ name: TEXT, description: TEXT, input_schema: SCHEMA });

const GEMINI_DECLARATION = closed({
  name: TEXT,
  description: TEXT,
  parametersJsonSchema: SCHEMA,
});

export const CANDIDATES_SCHEMA = closed(
  {
    tools: {
      type: 'array',
      description:
        'In the format that was asked for; the best first, or without a query by tool_id.',
      items: {
        anyOf: [
          NATIVE_SCHEMA,
          NATIVE_SUMMARY,
          MCP_TOOL,
          OPENAI_TOOL,
          ANTHROPIC_TOOL,
          GEMINI_DECLARATION,
        ],
      },
    },
    total_eligible: {
      type: 'integer',
      description: 'How many tools this caller may use, whether or not they match the query.',
    },
    truncated: { ...FLAG, description: 'More would have matched.' },
    strategy: {
      enum: STRATEGIES,
      description:
        'How this deployment ranks: by words, by words and meaning, or by words alone where the meaning could not be had.',
    },
    names: {
      type: 'object',
      additionalProperties: TEXT,
      description: 'In formats with names of their own: each name, and the tool_id behind it.',
    },
    tokens: {
      type: 'integer',
      description: 'With `max_tokens` only: what `tools` takes as JSON, in tokens of o200k_base.',
    },
    stale: {
      const: true,
      description:
        'Only while the database is away and QM_MAX_STALENESS_MS allows it: what was true lately.',
    },
  },
  ['tokens', 'stale'],
);

const STAGE = { enum: STAGES } as const;

export const EXPLANATION_SCHEMA = closed({
  stages: {
    type: 'array',
    description: 'In their order, with how many tools each of them leaves over.',
    items: closed({ stage: STAGE, left: { type: 'integer' } }),
  },
  tools: {
    type: 'array',
    items: closed({
      tool_id: TEXT,
      removed_by: { enum: [...STAGES, null], description: 'The first stage that removed it.' },
      why: TEXT,
    }),
  },
});
