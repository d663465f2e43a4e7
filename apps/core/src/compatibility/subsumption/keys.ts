/** The keys of an object, cut into the named ones and the kinds of all others. */
import type { Search } from './answer.js';
import type { KeySet, Literal } from './node.js';
import { languageOf } from './language.js';
import { sampleStrings } from './theories/sample-strings.js';
import {
  complementStrings,
  intersectStrings,
  stringsAmong,
  stringsWith,
  type StringSet,
} from './theories/strings.js';
import type { UndecidedReason } from './verdict.js';

/** What is not a name is told apart only by these: a pattern, or a schema on names. */
interface Divider {
  readonly id: string;
  readonly set: StringSet | null;
}

/**
 * Keys that are none of the names, as far as they are told apart yet: `inside` and `outside` are
 * the dividers that have been decided.
 */
export interface Kind {
  readonly set: StringSet;
  readonly inside: ReadonlySet<string>;
  readonly outside: ReadonlySet<string>;
}

export interface KeySpace {
  readonly names: readonly string[];
  /**
   * The kinds of keys in a set (null: in all), fully told apart, that have a member. A kind is
   * pursued only while `isPossible`. What could not be told is reported to `gaveUp`.
   */
  kinds(
    within: KeySet | null,
    isPossible: (kind: Kind) => boolean,
    gaveUp: (reason: UndecidedReason) => void,
  ): Generator<Kind>;
  /** null: not known. */
  hasName(keys: KeySet, name: string): boolean | null;
  /** null: not decided yet. */
  hasKind(keys: KeySet, kind: Kind): boolean | null;
}

const patternId = (source: string): string => `p${source}`;
const failingId = (schema: Literal): string => `f${String(schema)}`;

const dividersOf = (search: Search, sets: readonly KeySet[]): Divider[] => {
  const dividers = new Map<string, Divider>();
  const addPattern = (source: string): void => {
    const id = patternId(source);
    dividers.set(id, { id, set: stringsWith({ pattern: source }) });
  };
  for (const keys of sets) {
    if (keys.kind === 'pattern') addPattern(keys.source);
    if (keys.kind === 'other') keys.patterns.forEach(addPattern);
    if (keys.kind !== 'failing') continue;
    const id = failingId(keys.schema);
    const language = languageOf(search.store, keys.schema);
    dividers.set(id, { id, set: language === null ? null : complementStrings(language) });
  }
  return [...dividers.values()];
};

const namesOf = (sets: readonly KeySet[]): string[] => {
  const names = new Set<string>();
  for (const keys of sets) {
    if (keys.kind === 'name') names.add(keys.name);
    if (keys.kind === 'other') for (const name of keys.names) names.add(name);
  }
  return [...names];
};

const hasKind = (keys: KeySet, { inside, outside }: Kind): boolean | null => {
  const isIn = (id: string): boolean | null =>
    inside.has(id) ? true : outside.has(id) ? false : null;
  switch (keys.kind) {
    case 'name':
      return false;
    case 'pattern':
      return isIn(patternId(keys.source));
    case 'failing':
      return isIn(failingId(keys.schema));
    case 'other': {
      const decided = keys.patterns.map((source) => isIn(patternId(source)));
      if (decided.includes(true)) return false;
      return decided.includes(null) ? null : true;
    }
  }
};

/** The dividers that decide a set come first, so that what is outside of it is never pursued. */
const inOrder = (dividers: readonly Divider[], within: KeySet | null): readonly Divider[] => {
  if (within === null) return dividers;
  const own = new Set(dividersIn(within));
  return [
    ...dividers.filter(({ id }) => own.has(id)),
    ...dividers.filter(({ id }) => !own.has(id)),
  ];
};

const dividersIn = (keys: KeySet): readonly string[] => {
  if (keys.kind === 'pattern') return [patternId(keys.source)];
  if (keys.kind === 'failing') return [failingId(keys.schema)];
  return keys.kind === 'other' ? keys.patterns.map(patternId) : [];
};

export const keySpaceOf = (search: Search, sets: readonly KeySet[]): KeySpace => {
  const names = namesOf(sets);
  let dividers: readonly Divider[] | null = null;
  return {
    names,
    hasName: (keys, name) => search.evaluator.isKeyIn(keys, name),
    hasKind,
    kinds: (within, isPossible, gaveUp) => {
      dividers ??= dividersOf(search, sets);
      const start: Kind = {
        set: complementStrings(stringsAmong(names)),
        inside: new Set(),
        outside: new Set(),
      };
      const isWanted = (kind: Kind): boolean =>
        (within === null || hasKind(within, kind) !== false) && isPossible(kind);
      return divide(search, inOrder(dividers, within), start, isWanted, gaveUp);
    },
  };
};

/** Depth first, keys outside of a divider before those inside: they have less to satisfy. */
function* divide(
  search: Search,
  [divider, ...others]: readonly Divider[],
  kind: Kind,
  isWanted: (kind: Kind) => boolean,
  gaveUp: (reason: UndecidedReason) => void,
): Generator<Kind> {
  const sample = sampleStrings(kind.set, 1, search.meter);
  if (sample.values.length === 0) {
    if (sample.rest !== 'none' && sample.rest !== 'some') gaveUp(sample.rest);
    return;
  }
  if (!isWanted(kind)) return;
  if (divider === undefined) {
    yield kind;
    return;
  }
  if (divider.set === null) {
    gaveUp('keyword');
    return;
  }
  const { id, set } = divider;
  const { inside, outside } = kind;
  const without = intersectStrings(kind.set, complementStrings(set));
  yield* divide(
    search,
    others,
    { set: without, inside, outside: new Set([...outside, id]) },
    isWanted,
    gaveUp,
  );
  const within = intersectStrings(kind.set, set);
  yield* divide(
    search,
    others,
    { set: within, inside: new Set([...inside, id]), outside },
    isWanted,
    gaveUp,
  );
}
