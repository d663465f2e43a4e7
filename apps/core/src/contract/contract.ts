import type { Json, JsonObject } from '../json/value.js';
import type { Policy } from '../policy/policy.js';

/** What a caller programs against; one immutable value for each version of a tool. */
export interface Contract {
  readonly title?: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly input_schema: JsonObject;
  readonly output_schema?: Json;
  readonly annotations?: JsonObject;
  readonly mcp?: McpPart;
  readonly side_effect: boolean;
  readonly idempotent: boolean;
  readonly idempotency_key?: IdempotencyKey;
  readonly confirm_arguments?: readonly string[];
  readonly timeout_ms: number;
  readonly errors?: readonly ToolError[];
  readonly target: Target;
  readonly implementation?: string;
}

/** The manifest's names for the contract fields, in the order in which they are answered. */
export const CONTRACT_FIELDS = [
  'title',
  'description',
  'tags',
  'input_schema',
  'output_schema',
  'annotations',
  'mcp',
  'side_effect',
  'idempotent',
  'idempotency_key',
  'confirm_arguments',
  'timeout_ms',
  'errors',
  'target',
  'implementation',
] as const satisfies readonly (keyof Contract)[];

export interface IdempotencyKey {
  readonly in: 'argument' | 'header' | 'meta';
  readonly name: string;
}

export interface ToolError {
  readonly code: string;
  readonly retryable: boolean;
  readonly description?: string;
}

export interface McpPart {
  readonly execution?: JsonObject;
  readonly icons?: readonly Json[];
  readonly _meta?: JsonObject;
}

export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'http'; readonly method: string; readonly url: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | OpenApiTarget;

export interface OpenApiTarget {
  readonly kind: 'openapi';
  readonly document: string;
  readonly operation_id?: string;
  readonly method: string;
  readonly path: string;
  readonly server?: string;
  readonly parameters: readonly ParameterMapping[];
  readonly body?: JsonObject;
}

/** Which argument of the tool travels as which parameter of the request. */
export interface ParameterMapping {
  readonly argument: string;
  readonly in: string;
  readonly name: string;
  readonly style?: string;
  readonly explode?: boolean;
  /** How a value is written that is a document of its own, instead of by style. */
  readonly content_type?: string;
}

/** What the publisher says of a changed description or title; not part of the contract. */
export interface DeclaredChange {
  readonly path: string;
  readonly meaning: 'clarified' | 'changed';
}

/** Belongs to the tool: helps people and search, and is never programmed against. */
export interface Presentation {
  readonly owner: string;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
  readonly note: string | null;
}

/** One registration as it was sent, read and split by what each part belongs to. */
export interface Manifest {
  readonly contract: Contract;
  readonly proposed: readonly string[];
  readonly changes: readonly DeclaredChange[];
  readonly policy?: Policy;
  readonly owner?: string;
  readonly example_queries?: readonly string[];
  readonly aliases?: readonly string[];
}
