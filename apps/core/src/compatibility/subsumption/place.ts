import type { Json } from '../../json/value.js';
import type { Dialect } from '../../schema/dialect.js';
import type { Literal } from './node.js';
import type { Store } from './store.js';

/**
 * The dynamic scope as far as it matters: for each name that some `$dynamicRef` asks for, the
 * location of the outermost `$dynamicAnchor` on the way here.
 */
export type Scope = ReadonlyMap<string, string>;

/** A schema as it is met on the way from the root, with all that its meaning depends on. */
export interface Place {
  readonly schema: Json;
  readonly location: string;
  readonly dialect: Dialect;
  readonly scope: Scope;
  /** The references followed since the last step into the instance: one twice is a vicious circle. */
  readonly followed: ReadonlySet<string>;
}

/** What the keyword files ask of the one who walks the document. */
export interface Walker {
  readonly store: Store;
  /** The same instance, judged by a schema inside this one. */
  inPlace(place: Place, schema: Json, ...tokens: readonly string[]): Literal;
  /** A part of the instance, judged by a schema inside this one. */
  inside(place: Place, schema: Json, ...tokens: readonly string[]): Literal;
  /** Where `$ref` and `$dynamicRef` of this schema lead, or why not. */
  references(place: Place): readonly (Place | null)[];
  /** What a reference's target means. */
  follow(target: Place | null): Literal;
  /** null where the same is being asked about this place already. */
  unlessAsked<T>(place: Place, ask: () => T | null): T | null;
  /** The place of a schema inside this one, on the same instance. */
  placeInside(place: Place, schema: Json, ...tokens: readonly string[]): Place;
}
