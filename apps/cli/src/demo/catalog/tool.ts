import type { JsonObject } from '#core/json/value.js';
import type { Policy } from '#core/policy/policy.js';

/** One tool of the demonstration, as its owners would keep it in their repository. */
export interface CatalogTool {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: JsonObject & { readonly title: string; readonly policy: JsonObject & Policy };
}

/** Free text is bounded: an agent fills it in. */
export const text = (description: string, maxLength: number): JsonObject => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength,
});

export const oneOf = (description: string, ...values: readonly string[]): JsonObject => ({
  type: 'string',
  description,
  enum: values,
});

export const id = (of: string): JsonObject => ({
  type: 'string',
  description: `The id of the ${of}.`,
  pattern: '^[A-Za-z0-9-]{1,40}$',
});

/** In cents, so that no amount is ever rounded. */
export const amount = (description: string): JsonObject => ({
  type: 'integer',
  description,
  minimum: 1,
  maximum: 10_000_000,
});

/** Takes exactly these arguments; those named in `optional` may be left out. */
export const record = (
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const list = (items: JsonObject, maxItems: number): JsonObject => ({
  type: 'array',
  items,
  maxItems,
});

export const http = (method: string, url: string): JsonObject => ({ kind: 'http', method, url });

/** What a tool that only reads says of itself. */
export const READS = {
  side_effect: false,
  idempotent: true,
  timeout_ms: 5_000,
  annotations: { readOnlyHint: true, idempotentHint: true },
  errors: [{ code: 'UPSTREAM_BUSY', retryable: true, description: 'Try again in a moment.' }],
} as const;

/** What a tool that writes says of itself: a repeated call with the same key takes effect once. */
export const WRITES = {
  side_effect: true,
  idempotent: true,
  idempotency_key: { in: 'argument', name: 'request_id' },
  timeout_ms: 10_000,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: [
    { code: 'UPSTREAM_BUSY', retryable: true, description: 'Try again in a moment.' },
    { code: 'NOT_ALLOWED', retryable: false, description: 'The rules of the business forbid it.' },
  ],
} as const;
