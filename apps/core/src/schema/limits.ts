import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json } from '../json/value.js';
import { DEFAULT_DIALECT, dialectOf, subschemasOf, type Dialect } from './dialect.js';
import type { SchemaFault } from './fault.js';

/** What a schema may be at most. Checked before anything else looks at it, ajv above all. */
export const SCHEMA_LIMITS = {
  /** Of its compact serialisation in UTF-8. */
  bytes: 512 * 1024,
  /** Schemas inside schemas, and likewise arrays and objects inside a value such as `const`. */
  depth: 64,
  /** JSON values, counting scalars. */
  nodes: 20_000,
  /** Of one allOf, anyOf, oneOf or prefixItems: compiling more takes seconds. */
  branches: 500,
  /** Ways in which references lead on at one place of an instance, each branch counted. */
  fanOut: 1_000,
  /** Schemas that apply one through the other at one place of an instance. */
  chain: 256,
  patternLength: 10_000,
} as const;

/**
 * The caps of one schema on size, depth, nodes and branches; all that are exceeded, but of depth
 * and branches only the first place each. Never recurses, so no document is too deep for it.
 */
export const limitFaults = (schema: Json): SchemaFault[] => {
  const { nodes, depth } = measure(schema);
  if (nodes > SCHEMA_LIMITS.nodes) {
    return [fault('', 'too-many-nodes', `holds more than ${SCHEMA_LIMITS.nodes} values`)];
  }
  // No schema is deeper inside than the arrays and objects around it, but for a last `true`.
  const isFlat = depth < SCHEMA_LIMITS.depth;
  const deep = isFlat ? null : tooDeep(schema, dialectOf(schema) ?? DEFAULT_DIALECT);
  if (deep !== null) return [fault(deep, 'too-deep', `nests deeper than ${SCHEMA_LIMITS.depth}`)];
  const text = JSON.stringify(schema);
  const bytes = text.length * MOST_BYTES_OF_UNIT > SCHEMA_LIMITS.bytes ? utf8Length(text) : 0;
  if (bytes > SCHEMA_LIMITS.bytes) {
    return [fault('', 'too-large', `is ${bytes} bytes, more than ${SCHEMA_LIMITS.bytes}`)];
  }
  return [];
};

const fault = (where: string, code: string, what: string): SchemaFault => ({
  pointer: where,
  code,
  message: `The schema ${what}.`,
});

/** How many values, and how many arrays and objects inside one another. */
const measure = (root: Json): { readonly nodes: number; readonly depth: number } => {
  let level: Json[] = [root];
  let nodes = 0;
  let depth = 0;
  while (level.length > 0) {
    nodes += level.length;
    if (nodes > SCHEMA_LIMITS.nodes) break;
    const next: Json[] = [];
    for (const value of level) {
      // Not `push(...children)`: a list can be longer than a call may have arguments.
      if (isArray(value)) for (const child of value) next.push(child);
      else if (isObject(value))
        for (const key of Object.keys(value)) next.push(member(value, key) ?? null);
    }
    if (level.some((value) => typeof value === 'object' && value !== null)) depth += 1;
    level = next;
  }
  return { nodes, depth };
};

interface Visit {
  readonly value: Json;
  readonly path: string;
  readonly depth: number;
  readonly isSchema: boolean;
}

/** Where the depth is first exceeded. Steps between schemas count once, however many tokens. */
const tooDeep = (root: Json, dialect: Dialect): string | null => {
  const open: Visit[] = [{ value: root, path: '', depth: 1, isSchema: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > SCHEMA_LIMITS.depth) return next.path;
    for (const inner of next.isSchema ? insideSchema(next, dialect) : insideValue(next)) {
      open.push(inner);
    }
  }
  return null;
};

const insideSchema = (visit: Visit, dialect: Dialect): Visit[] => {
  const schemas = subschemasOf(visit.value, dialect);
  const holders = new Set(schemas.map(({ keyword }) => keyword));
  const deeper = schemas.map(({ tokens, schema }) => ({
    value: schema,
    path: pointer(visit.path, ...tokens),
    depth: visit.depth + 1,
    isSchema: true,
  }));
  const values = insideValue(visit).filter(
    ({ path }) => !holders.has(path.slice(visit.path.length + 1)),
  );
  return [...deeper, ...values];
};

const insideValue = ({ value, path, depth }: Visit): Visit[] => {
  if (!isArray(value) && !isObject(value)) return [];
  return Object.entries(value)
    .filter(([, inner]) => isArray(inner) || isObject(inner))
    .map(([key, inner]) => ({
      value: inner,
      path: pointer(path, key),
      depth: depth + 1,
      isSchema: false,
    }));
};

const MOST_BYTES_OF_UNIT = 3;

const utf8Length = (text: string): number => {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair stands for two of the four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
};
