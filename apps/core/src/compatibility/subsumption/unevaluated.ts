/**
 * `unevaluatedProperties` and `unevaluatedItems` without annotations: which keys and items the
 * schemas on the way have seen depends on which branches hold, so that each branch becomes an
 * alternative of the test.
 */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { FALSE, TRUE, type Literal } from './node.js';
import { isObjectWith, otherKeys } from './object-keywords.js';
import type { Place, Walker } from './place.js';
import { matchesPattern } from './text.js';

/** What one schema has seen of an instance that it accepts. */
interface Seen {
  /** These keys; every key; the keys of these patterns. */
  names: Set<string>;
  patterns: Set<string>;
  everyKey: boolean;
  /** So many items from the start (Infinity: all), and every item that matches one of these. */
  items: number;
  matching: Literal[];
}

/** What is seen where `guard` holds; `guard` is TRUE for what is always seen. */
interface Piece extends Seen {
  readonly guard: Literal;
}

const nothing = (): Seen => ({
  names: new Set(),
  patterns: new Set(),
  everyKey: false,
  items: 0,
  matching: [],
});

/** More guarded pieces with patterns or `contains` than this, and it stays undecided. */
const MOST_ALTERNATIVES = 6;

export const unevaluatedKeywords = (
  walker: Walker,
  place: Place,
  schema: JsonObject,
): Literal[] => {
  if (place.dialect !== '2020-12') return [];
  const properties = member(schema, 'unevaluatedProperties');
  const items = member(schema, 'unevaluatedItems');
  if (properties === undefined && items === undefined) return [];
  const pieces = new Collector(walker).collect(place, { own: false });
  if (pieces === null) return [walker.store.unknown('unevaluated')];
  const parts: Literal[] = [];
  if (properties !== undefined) {
    const inner = walker.inside(place, properties, 'unevaluatedProperties');
    parts.push(...onProperties(walker, pieces, inner));
  }
  if (items !== undefined) {
    const inner = walker.inside(place, items, 'unevaluatedItems');
    parts.push(...onItems(walker, pieces, inner));
  }
  return parts;
};

/** Gathers the pieces of a schema and of all that judges the same instance. */
class Collector {
  readonly #walker: Walker;
  #steps = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** `own`: count the schema's own `unevaluated*` too, which see all that they let pass. */
  collect(place: Place, { own }: { own: boolean }): Piece[] | null {
    const { schema } = place;
    this.#steps += 1;
    if (this.#steps > 500) return null;
    if (!isObject(schema)) return [];
    const targets = this.#walker.references(place);
    if (targets.includes(null)) return null;
    const pieces: Piece[] = [];
    for (const target of targets) {
      if (target === null || !this.#add(pieces, TRUE, this.collect(target, { own: true }))) {
        return null;
      }
    }
    if (place.dialect === 'draft-07' && targets.length > 0) return pieces;
    pieces.push({ guard: TRUE, ...this.#direct(place, schema, own) });
    return this.#branches(place, schema, pieces) ? pieces : null;
  }

  #add(pieces: Piece[], guard: Literal, more: readonly Piece[] | null): boolean {
    if (more === null) return false;
    const { store } = this.#walker;
    for (const piece of more) {
      pieces.push({ ...piece, guard: store.and([guard, piece.guard]) });
    }
    return true;
  }

  #direct(place: Place, schema: JsonObject, own: boolean): Seen {
    const seen = nothing();
    const has = (keyword: string): boolean => member(schema, keyword) !== undefined;
    const keys = (keyword: string): string[] => {
      const value = member(schema, keyword);
      return isObject(value) ? Object.keys(value) : [];
    };
    for (const name of keys('properties')) seen.names.add(name);
    for (const source of keys('patternProperties')) seen.patterns.add(source);
    seen.everyKey = has('additionalProperties') || (own && has('unevaluatedProperties'));
    const contains = member(schema, 'contains');
    if (place.dialect === 'draft-07') {
      const items = member(schema, 'items');
      seen.items =
        isArray(items) && !has('additionalItems') ? items.length : has('items') ? Infinity : 0;
      return seen;
    }
    const prefix = member(schema, 'prefixItems');
    if (has('items') || (own && has('unevaluatedItems'))) seen.items = Infinity;
    else seen.items = isArray(prefix) ? prefix.length : 0;
    if (contains !== undefined)
      seen.matching.push(this.#walker.inside(place, contains, 'contains'));
    return seen;
  }

  #branches(place: Place, schema: JsonObject, pieces: Piece[]): boolean {
    const into = (guard: Literal, inner: Json, ...tokens: string[]): boolean => {
      const at = this.#walker.placeInside(place, inner, ...tokens);
      return this.#add(pieces, guard, this.collect(at, { own: true }));
    };
    const literal = (inner: Json, ...tokens: string[]): Literal =>
      this.#walker.inPlace(place, inner, ...tokens);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = member(schema, keyword);
      if (!isArray(list)) continue;
      for (const [at, inner] of list.entries()) {
        const guard = keyword === 'allOf' ? TRUE : literal(inner, keyword, String(at));
        if (!into(guard, inner, keyword, String(at))) return false;
      }
    }
    return this.#condition(schema, into, literal) && this.#dependent(schema, into);
  }

  #condition(
    schema: JsonObject,
    into: (guard: Literal, inner: Json, ...tokens: string[]) => boolean,
    literal: (inner: Json, ...tokens: string[]) => Literal,
  ): boolean {
    const condition = member(schema, 'if');
    if (condition === undefined) return true;
    const holds = literal(condition, 'if');
    const [then, otherwise] = [member(schema, 'then'), member(schema, 'else')];
    return (
      into(holds, condition, 'if') &&
      (then === undefined || into(holds, then, 'then')) &&
      (otherwise === undefined || into(-holds, otherwise, 'else'))
    );
  }

  #dependent(
    schema: JsonObject,
    into: (guard: Literal, inner: Json, ...tokens: string[]) => boolean,
  ): boolean {
    const dependent = member(schema, 'dependentSchemas');
    if (!isObject(dependent)) return true;
    return Object.entries(dependent).every(([name, inner]) =>
      into(isObjectWith(this.#walker.store, name), inner, 'dependentSchemas', name),
    );
  }
}

/**
 * For every choice of the pieces: either a piece outside of the choice holds, or `test` of what
 * the chosen ones have seen. The choice of exactly those that hold is among them, so that all
 * together say what the keyword says.
 */
const overChoices = (
  walker: Walker,
  pieces: readonly Piece[],
  test: (chosen: readonly Piece[]) => Literal,
): Literal[] => {
  const always = pieces.filter(({ guard }) => guard === TRUE);
  const guarded = pieces.filter(({ guard }) => guard !== TRUE && guard !== FALSE);
  if (guarded.length > MOST_ALTERNATIVES) return [walker.store.unknown('unevaluated')];
  const parts: Literal[] = [];
  for (let choice = 0; choice < 1 << guarded.length; choice += 1) {
    const chosen = guarded.filter((_, at) => ((choice >> at) & 1) === 1);
    const left = guarded.filter((_, at) => ((choice >> at) & 1) === 0);
    parts.push(walker.store.or([...left.map(({ guard }) => guard), test([...always, ...chosen])]));
  }
  return parts;
};

const onProperties = (walker: Walker, pieces: readonly Piece[], inner: Literal): Literal[] => {
  const { store } = walker;
  const sees = (piece: Piece, name: string): boolean =>
    piece.everyKey ||
    piece.names.has(name) ||
    [...piece.patterns].some((source) => matchesPattern(source, name) === true);
  const names = new Set(pieces.flatMap((piece) => [...piece.names]));
  const sources = new Set(pieces.flatMap((piece) => [...piece.patterns]));
  const parts: Literal[] = [];
  for (const name of names) {
    if ([...sources].some((source) => matchesPattern(source, name) === null)) {
      return [store.unknown('regex')];
    }
    const guards = pieces.filter((piece) => sees(piece, name)).map(({ guard }) => guard);
    const keys = { kind: 'name', name } as const;
    parts.push(store.or([...guards, store.test({ kind: 'all', keys, schema: inner })]));
  }
  const everyKey = pieces.filter((piece) => piece.everyKey).map(({ guard }) => guard);
  const withPatterns = pieces.filter((piece) => !piece.everyKey && piece.patterns.size > 0);
  const others = overChoices(walker, withPatterns, (chosen) => {
    const keys = otherKeys(
      names,
      chosen.flatMap((piece) => [...piece.patterns]),
    );
    return store.test({ kind: 'all', keys, schema: inner });
  });
  return [...parts, ...others.map((part) => store.or([...everyKey, part]))];
};

const onItems = (walker: Walker, pieces: readonly Piece[], inner: Literal): Literal[] => {
  const { store } = walker;
  const ends = pieces.map(({ items }) => items).filter(Number.isFinite);
  const end = Math.max(0, ...ends);
  const withContains = pieces.filter(({ matching }) => matching.length > 0);
  const beyond = (items: number): Literal[] =>
    pieces.filter((piece) => piece.items > items).map(({ guard }) => guard);
  const choices = (test: (schema: Literal) => Literal): Literal[] =>
    overChoices(walker, withContains, (chosen) =>
      test(store.or([inner, ...chosen.flatMap(({ matching }) => matching)])),
    );
  const parts: Literal[] = [];
  for (let index = 0; index < end; index += 1) {
    const guards = beyond(index);
    const tests = choices((schema) => store.test({ kind: 'itemAt', index, schema }));
    parts.push(...tests.map((test) => store.or([...guards, test])));
  }
  const guards = beyond(end);
  const tests = choices((schema) => store.test({ kind: 'itemsFrom', index: end, schema }));
  return [...parts, ...tests.map((test) => store.or([...guards, test]))];
};
