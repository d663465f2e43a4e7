/** Which keys and items the schemas on the way have seen of an instance that they accept. */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { TRUE, type Literal } from './node.js';
import { isObjectWith } from './object-keywords.js';
import type { Place, Walker } from './place.js';

/** What one schema has seen of an instance that it accepts. */
export interface Seen {
  /** These keys; every key; the keys of these patterns. */
  names: Set<string>;
  patterns: Set<string>;
  everyKey: boolean;
  /** So many items from the start (Infinity: all), and every item that matches one of these. */
  items: number;
  matching: Literal[];
}

/** What is seen where `guard` holds; `guard` is TRUE for what is always seen. */
export interface Piece extends Seen {
  readonly guard: Literal;
}

const has = (schema: JsonObject, keyword: string): boolean => member(schema, keyword) !== undefined;

const keysIn = (schema: JsonObject, keyword: string): string[] => {
  const value = member(schema, keyword);
  return isObject(value) ? Object.keys(value) : [];
};

const itemsSeen = (schema: JsonObject, own: boolean): number => {
  if (has(schema, 'items') || (own && has(schema, 'unevaluatedItems'))) return Infinity;
  const prefix = member(schema, 'prefixItems');
  return isArray(prefix) ? prefix.length : 0;
};

const itemsSeenInDraft7 = (schema: JsonObject): number => {
  const items = member(schema, 'items');
  if (isArray(items) && !has(schema, 'additionalItems')) return items.length;
  return items === undefined ? 0 : Infinity;
};

/** More schemas than these together, and it stays undecided what they have seen. */
const MOST_SCHEMAS = 3_000;

/** Steps for each of them. */
const LOOKING = 1;

/** One inside the other, or round and round: far within any stack. */
const DEEPEST = 400;

/** What is always seen in one piece, before those that depend. */
export const joinAlways = (pieces: readonly Piece[]): readonly Piece[] => {
  const always = pieces.filter(({ guard }) => guard === TRUE);
  if (always.length < 2) return pieces;
  const joined: Piece = {
    guard: TRUE,
    names: new Set(always.flatMap(({ names }) => [...names])),
    patterns: new Set(always.flatMap(({ patterns }) => [...patterns])),
    everyKey: always.some(({ everyKey }) => everyKey),
    items: always.reduce((most, { items }) => Math.max(most, items), 0),
    matching: always.flatMap(({ matching }) => matching),
  };
  return [joined, ...pieces.filter(({ guard }) => guard !== TRUE)];
};

/** Gathers the pieces of a schema and of all that judges the same instance. */
export class Collector {
  readonly #walker: Walker;
  #schemas = 0;
  #depth = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** `own`: count the schema's own `unevaluated*` too, which see all that they let pass. */
  collect(place: Place, { own }: { own: boolean }): Piece[] | null {
    const { schema } = place;
    if (!this.#isAffordable() || this.#depth >= DEEPEST) return null;
    if (!isObject(schema)) return [];
    this.#depth += 1;
    const pieces = this.#gather(place, schema, own);
    this.#depth -= 1;
    return pieces;
  }

  #gather(place: Place, schema: JsonObject, own: boolean): Piece[] | null {
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

  #isAffordable(): boolean {
    this.#schemas += 1;
    return this.#schemas <= MOST_SCHEMAS && this.#walker.store.spend(LOOKING);
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
    return {
      names: new Set(keysIn(schema, 'properties')),
      patterns: new Set(keysIn(schema, 'patternProperties')),
      everyKey:
        has(schema, 'additionalProperties') || (own && has(schema, 'unevaluatedProperties')),
      items: place.dialect === 'draft-07' ? itemsSeenInDraft7(schema) : itemsSeen(schema, own),
      matching: this.#contains(place, schema),
    };
  }

  #contains(place: Place, schema: JsonObject): Literal[] {
    const contains = member(schema, 'contains');
    if (contains === undefined || place.dialect === 'draft-07') return [];
    return [this.#walker.inside(place, contains, 'contains')];
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
