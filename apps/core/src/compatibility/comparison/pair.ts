import { pointer, resolvePointer } from '../../json/pointer.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import type { Change, Edit } from '../change.js';
import type { Side } from '../finding.js';
import { ANNOTATIONS } from './equality.js';

/** Two schemas at corresponding places of the two documents, on their way through the walk. */
export interface Pair {
  readonly side: Exclude<Side, 'contract'>;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Where in the old schema, for edits; and where in the new manifest, for people. */
  readonly at: string;
  readonly path: string;
  /** Edits that give the old schema the form, equal in meaning, in which it is compared here. */
  readonly prelude: readonly Edit[];
  readonly documents: { readonly before: Json; readonly after: Json };
  /** References that have been inlined on the way here. */
  readonly inlined: ReadonlySet<string>;
  readonly found: Change[];
}

/** How the keyword files go on into the schemas inside. */
export type Descend = (
  pair: Pair,
  tokens: readonly (string | number)[],
  before: Json,
  after: Json,
  afterTokens?: readonly (string | number)[],
) => void;

type Found = Omit<Change, 'side' | 'edits' | 'path'> & {
  readonly edits: readonly Edit[];
  readonly path?: string;
};

/** Notes a change of this pair; edits are relative to the old schema's root already. */
export const note = (pair: Pair, change: Found): void => {
  pair.found.push(
    Object.freeze({
      path: pair.path,
      ...change,
      side: pair.side,
      edits: change.edits.length === 0 ? [] : [...pair.prelude, ...change.edits],
    }),
  );
};

export const editAt = (pair: Pair, keyword: string, value: Json | undefined): Edit => ({
  pointer: pointer(pair.at, keyword),
  value,
});

export const pathAt = (pair: Pair, ...tokens: readonly (string | number)[]): string =>
  pointer(pair.path, ...tokens);

/** A step to schemas inside both; `tokens` may differ where branches have moved. */
export const stepInto = (
  pair: Pair,
  tokens: readonly (string | number)[],
  before: JsonObject,
  after: JsonObject,
  afterTokens = tokens,
): Pair => ({
  ...pair,
  before,
  after,
  at: pointer(pair.at, ...tokens),
  path: pointer(pair.path, ...afterTokens),
});

const referenceOf = (schema: JsonObject): string | undefined => {
  const reference = member(schema, '$ref');
  return typeof reference === 'string' ? reference : undefined;
};

/**
 * Where the two refer to different definitions, or only one refers at all, the pair with the
 * definitions put in their place, so that a rename or an inlining is seen through. Null: nothing
 * more to see, the same two were inlined on the way here.
 */
export const seeThrough = (pair: Pair): Pair | null => {
  const [before, after] = [referenceOf(pair.before), referenceOf(pair.after)];
  if (before === after) return pair;
  const key = `${before ?? ''} ${after ?? ''}`;
  if (pair.inlined.has(key)) return null;
  const plainBefore = inline(pair.documents.before, pair.before);
  const plainAfter = inline(pair.documents.after, pair.after);
  if (plainBefore === null || plainAfter === null) return pair;
  return {
    ...pair,
    before: plainBefore,
    after: plainAfter,
    inlined: new Set([...pair.inlined, key]),
    prelude:
      plainBefore === pair.before
        ? pair.prelude
        : [...pair.prelude, { pointer: pair.at, value: plainBefore }],
  };
};

/** The target with the referring schema's own annotations over it; null where it is more than that. */
const inline = (document: Json, schema: JsonObject): JsonObject | null => {
  const reference = referenceOf(schema);
  if (reference === undefined) return schema;
  const siblings = Object.entries(schema).filter(([keyword]) => keyword !== '$ref');
  if (siblings.some(([keyword]) => !ANNOTATIONS.has(keyword))) return null;
  if (!reference.startsWith('#')) return null;
  const target = resolvePointer(document, reference.slice(1));
  if (!isObject(target) || referenceOf(target) !== undefined) return null;
  const own = new Set(siblings.map(([keyword]) => keyword));
  return objectOf([
    ...Object.entries(target).filter(([keyword]) => !own.has(keyword)),
    ...siblings,
  ]);
};
