import type { Json } from '../json/value.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

const closed = (required: string[], properties: Record<string, Json>) => ({
  required: ['kind', ...required],
  properties: { kind: true, ...properties },
  additionalProperties: false,
});

/** By `kind`; chosen through `if`, so that a fault is told about the kind that was meant. */
const KINDS = {
  none: closed([], {}),
  http: closed(['method', 'url'], { method: { enum: METHODS }, url: text(2048) }),
  mcp: closed(['server', 'tool'], { server: text(512), tool: text(256) }),
  openapi: closed(['document', 'method', 'path', 'parameters'], {
    document: text(2048),
    operation_id: text(256),
    // OpenAPI 3.2 lets a path have operations of any method (`additionalOperations`).
    method: { type: 'string', pattern: '^[A-Z][A-Z0-9_-]{0,31}$' },
    path: { ...text(2048), pattern: '^/' },
    server: text(2048),
    parameters: { type: 'array', maxItems: 500, items: { $ref: '#/$defs/parameter' } },
    body: { type: 'object' },
  }),
} satisfies Record<string, Json>;

/** The definitions that a manifest's `target` needs. */
export const TARGET_SCHEMAS: Readonly<Record<string, Json>> = {
  target: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: Object.keys(KINDS) } },
    allOf: Object.entries(KINDS).map(([kind, then]) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      then,
    })),
  },
  parameter: {
    type: 'object',
    required: ['argument', 'in', 'name'],
    additionalProperties: false,
    properties: {
      argument: text(256),
      in: { enum: ['path', 'query', 'header', 'cookie', 'querystring'] },
      name: text(256),
      style: text(64),
      explode: { type: 'boolean' },
      content_type: text(256),
    },
  },
};
