import type { JsonObject } from '#core/json/value.js';

/** A switch of a query string. */
const FLAG = { type: 'boolean', default: false } as const;

export const REGISTER_QUERY = {
  type: 'object',
  properties: {
    dry_run: { ...FLAG, description: 'Check and answer the same, but write nothing.' },
    drift: {
      enum: ['refuse', 'report'],
      default: 'report',
      description:
        'Whether a policy or presentation that differs from what is stored is a refusal.',
    },
  },
  additionalProperties: false,
} as const satisfies JsonObject;

export interface DryRunQuery {
  readonly dry_run?: boolean;
}

export interface RegisterQuery extends DryRunQuery {
  readonly drift?: 'refuse' | 'report';
}

export const DRY_RUN_QUERY = {
  type: 'object',
  properties: { dry_run: REGISTER_QUERY.properties.dry_run },
  additionalProperties: false,
} as const satisfies JsonObject;

/** A manifest whose shape its own reader judges, so that its errors are told in one voice. */
const SOME_MANIFEST = { type: 'object' } as const;

export const CHECK_BODY = {
  type: 'object',
  required: ['version', 'manifest'],
  properties: {
    version: {
      type: 'string',
      description: 'The number that the manifest would be registered as.',
    },
    manifest: SOME_MANIFEST,
    against: {
      type: 'string',
      description: 'A stored version to compare with instead of the baseline, for information.',
    },
  },
  additionalProperties: false,
} as const satisfies JsonObject;

export interface CheckBody {
  readonly version: string;
  readonly manifest: JsonObject;
  readonly against?: string;
}

export const DIFF_BODY = {
  type: 'object',
  required: ['before', 'after'],
  properties: { before: SOME_MANIFEST, after: SOME_MANIFEST },
  additionalProperties: false,
} as const satisfies JsonObject;

export interface DiffBody {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

const MAX_BULK_ITEMS = 1_000;

export const BULK_BODY = {
  type: 'object',
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      maxItems: MAX_BULK_ITEMS,
      items: {
        type: 'object',
        required: ['tool_id', 'version', 'manifest'],
        properties: {
          tool_id: { type: 'string' },
          version: { type: 'string' },
          manifest: SOME_MANIFEST,
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const satisfies JsonObject;

export interface BulkItem {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: JsonObject;
}

export interface BulkBody {
  readonly items: readonly BulkItem[];
}
