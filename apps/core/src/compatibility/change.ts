import type { Json } from '../json/value.js';
import type { Proof, Side } from './finding.js';
import type { Relation } from './subsumption/verdict.js';

/** What about a schema can differ and bears on which instances it admits. */
export const SCHEMA_ASPECTS = [
  'property',
  'required',
  'enum',
  'enum-value',
  'type',
  'range',
  'length',
  'pattern',
  'format',
  'item-count',
  'items',
  'property-count',
  'additional-properties',
  'composition',
  'condition',
  'dependency',
  'reference',
  'dialect',
  'schema',
] as const;

/** What in a schema admits and refuses nothing, and still tells an agent or a caller something. */
export const ANNOTATION_ASPECTS = [
  'text',
  'default',
  'examples',
  'deprecated',
  'annotation',
] as const;

/** What a contract says beside its schemas. */
export const CONTRACT_ASPECTS = [
  'side-effect',
  'idempotent',
  'idempotency-key',
  'confirm-argument',
  'target',
  'error-code',
  'error-retryable',
  'error-description',
  'timeout',
  'implementation',
  'mcp',
  'hints',
  'tags',
  'output-schema',
  'declared-change',
] as const;

export type SchemaAspect = (typeof SCHEMA_ASPECTS)[number];

export type Aspect =
  SchemaAspect | (typeof ANNOTATION_ASPECTS)[number] | (typeof CONTRACT_ASPECTS)[number];

/** Sets a place of the old schema to a value; undefined takes it away. */
export interface Edit {
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** One difference between two contracts, seen in the text alone: what it means is judged later. */
export interface Change {
  readonly side: Side;
  readonly aspect: Aspect;
  readonly action: 'added' | 'removed' | 'changed';
  /** Pointer into the new manifest, or into the old one for what is gone. */
  readonly path: string;
  /** What it is about, for people: a property's name, the values, the keyword. */
  readonly subject: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Makes this change, and no other, in the old schema. Empty for what is not in a schema. */
  readonly edits: readonly Edit[];
  /** A removed property that seems to live on under this name. */
  readonly renamedTo?: string;
  /** A removed property that the new schema no longer mentions but does not refuse either. */
  readonly isIgnored?: boolean;
  /** For a text: what the publisher declared of it. */
  readonly declared?: 'clarified' | 'changed';
}

export type Direction = 'narrowed' | 'widened';

/**
 * What a change does, alone, to the set of admitted instances. `narrowed` and `widened` are the
 * engine's word; `extras`: only what no schema declares is refused; `ignored`: a property that is
 * no longer read; `same`: admits what it did; `stated`: the change speaks for itself.
 */
export type Effect = Direction | 'extras' | 'ignored' | 'same' | 'stated' | 'undecided';

export interface JudgedChange {
  readonly change: Change;
  readonly effect: Effect;
  readonly relation: Relation | null;
  readonly proof: Proof;
  /** An output that changed in a way that the deployment lets pass (`covariant`). */
  readonly isTolerated?: boolean;
}

const ASPECTS_OF_SCHEMAS: ReadonlySet<string> = new Set(SCHEMA_ASPECTS);

export const isSchemaChange = ({ aspect }: Change): boolean => ASPECTS_OF_SCHEMAS.has(aspect);
