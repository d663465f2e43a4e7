/**
 * `unevaluatedProperties` and `unevaluatedItems` without annotations: which keys and items the
 * schemas on the way have seen depends on which branches hold, so that each branch becomes an
 * alternative of the test.
 */
import { member, type JsonObject } from '../../json/value.js';
import { FALSE, TRUE, type Literal } from './node.js';
import { otherKeys } from './object-keywords.js';
import type { Place, Walker } from './place.js';
import { Collector, joinAlways, type Piece } from './seen.js';
import { matchesPattern } from './text.js';

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
  const collected = walker.unlessAsked(place, () =>
    new Collector(walker).collect(place, { own: false }),
  );
  if (collected === null) return [walker.store.unknown('unevaluated')];
  const pieces = joinAlways(collected);
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
