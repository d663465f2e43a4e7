import type { JsonObject } from '../json/value.js';
import { TARGET_SCHEMAS } from './target-schema.js';

const POINTER = { type: 'string', maxLength: 1024, pattern: '^(/([^~/]|~[01])*)*$' };

/** One line with something on it; spelt out, since a dot leaves out less in other languages. */
const LINE = '^\\S([^\\n\\r\\u2028\\u2029]*\\S)?$';

/** It neither starts nor ends in white space. */
const NAME = { type: 'string', minLength: 1, maxLength: 128, pattern: LINE };

const NAMES = { type: 'array', maxItems: 10_000, items: NAME };

/** The five fields of a policy, all of them always stated. */
export const POLICY_SCHEMA = {
  type: 'object',
  required: ['risk_level', 'requires_approval', 'allowed_roles', 'allowed_tenants', 'task_types'],
  additionalProperties: false,
  properties: {
    risk_level: { enum: ['L0', 'L1', 'L2', 'L3', 'L4'] },
    requires_approval: { type: 'boolean' },
    allowed_roles: NAMES,
    allowed_tenants: NAMES,
    task_types: NAMES,
  },
};

/**
 * The manifest as a published JSON Schema (2020-12): everything that can be said of its shape. The
 * rules that need more (schemas, policy, contradictions) are in `check-manifest.ts`. Closed
 * everywhere except in schemas, `annotations`, the parts of `mcp` and an openapi target's `body`.
 */
export const MANIFEST_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Manifest',
  description: 'One version of a tool, as it is registered with Quartermaster.',
  type: 'object',
  required: ['description', 'input_schema', 'side_effect', 'idempotent', 'timeout_ms', 'target'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    description: { type: 'string', minLength: 1, maxLength: 16_384, pattern: '\\S' },
    tags: {
      type: 'array',
      maxItems: 32,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 64 },
    },
    input_schema: { type: 'object' },
    output_schema: { type: ['object', 'boolean'] },
    annotations: { type: 'object', maxProperties: 100 },
    mcp: {
      type: 'object',
      additionalProperties: false,
      properties: {
        execution: { type: 'object' },
        icons: { type: 'array', maxItems: 20, items: { type: 'object' } },
        _meta: { type: 'object' },
      },
    },
    side_effect: { type: 'boolean' },
    idempotent: { type: 'boolean' },
    idempotency_key: {
      type: 'object',
      required: ['in', 'name'],
      additionalProperties: false,
      properties: {
        in: { enum: ['argument', 'header', 'meta'] },
        name: { type: 'string', minLength: 1, maxLength: 256 },
      },
    },
    confirm_arguments: { type: 'array', maxItems: 100, uniqueItems: true, items: POINTER },
    timeout_ms: { type: 'integer', minimum: 1, maximum: 86_400_000 },
    errors: { type: 'array', maxItems: 200, items: { $ref: '#/$defs/error' } },
    target: { $ref: '#/$defs/target' },
    implementation: { type: 'string', minLength: 1, maxLength: 512 },
    proposed: { type: 'array', maxItems: 200, uniqueItems: true, items: POINTER },
    policy: { $ref: '#/$defs/policy' },
    owner: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    example_queries: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', minLength: 1, maxLength: 500 },
    },
    aliases: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 200 },
    },
    changes: {
      type: 'array',
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['path', 'meaning'],
        additionalProperties: false,
        properties: { path: POINTER, meaning: { enum: ['clarified', 'changed'] } },
      },
    },
  },
  $defs: {
    ...TARGET_SCHEMAS,
    name: NAME,
    error: {
      type: 'object',
      required: ['code', 'retryable'],
      additionalProperties: false,
      properties: {
        code: NAME,
        retryable: { type: 'boolean' },
        description: { type: 'string', maxLength: 2_000 },
      },
    },
    policy: POLICY_SCHEMA,
  },
};
