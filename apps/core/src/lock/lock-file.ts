import { isObject, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';

/** Which version of a tool is served, and what it promises. */
export interface LockedTool {
  readonly tool_id: string;
  readonly version: string;
  readonly contract_digest: string;
}

export interface Lock {
  /** All tools of these namespaces are meant; empty where single tools were named. */
  readonly namespaces: readonly string[];
  readonly tools: readonly LockedTool[];
}

const FORMAT = 1;

const TEXT = { type: 'string', minLength: 1 } as const;

const LOCK_SCHEMA: JsonObject = {
  type: 'object',
  required: ['lock', 'namespaces', 'tools'],
  additionalProperties: false,
  properties: {
    lock: { const: FORMAT },
    namespaces: { type: 'array', items: TEXT },
    tools: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['version', 'contract_digest'],
        additionalProperties: false,
        properties: {
          version: TEXT,
          contract_digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
        },
      },
    },
  },
};

/** Sorted, so that the same tools give the same file. */
export const lockDocument = ({ namespaces, tools }: Lock): JsonObject => ({
  lock: FORMAT,
  namespaces: [...namespaces].sort(),
  tools: objectOf(
    [...tools]
      .sort((one, other) => (one.tool_id < other.tool_id ? -1 : 1))
      .map(({ tool_id, version, contract_digest }) => [tool_id, { version, contract_digest }]),
  ),
});

export const readLock = (
  document: Json,
): { ok: true; lock: Lock } | { ok: false; errors: readonly FieldError[] } => {
  const errors = shapeFaults(LOCK_SCHEMA, document);
  if (errors.length > 0 || !isObject(document)) return { ok: false, errors };
  // The schema above says member for member what is read here.
  const { namespaces, tools } = document as unknown as {
    readonly namespaces: readonly string[];
    readonly tools: Readonly<Record<string, Omit<LockedTool, 'tool_id'>>>;
  };
  const entries = Object.entries(tools).map(([tool_id, locked]) => ({ tool_id, ...locked }));
  return { ok: true, lock: { namespaces, tools: entries } };
};
