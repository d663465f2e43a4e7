/** The keys of an object, cut into the named ones and the kinds of all others. */
import type { Search } from './answer.js';
import type { KeySet, Literal } from './node.js';
import { languageOf } from './scalar-search.js';
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

/** Keys that no set of the question tells apart, and that are none of its names. */
export interface Kind {
  readonly set: StringSet;
  /** The dividers that these keys are inside of. */
  readonly inside: ReadonlySet<string>;
}

export interface KeySpace {
  readonly names: readonly string[];
  /** Kinds that have a key; `gaveUp` where for some it is not known. */
  kinds(): { readonly kinds: readonly Kind[]; readonly gaveUp: UndecidedReason | null };
  /** null: not known. */
  hasName(keys: KeySet, name: string): boolean | null;
  hasKind(keys: KeySet, kind: Kind): boolean;
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

export const keySpaceOf = (search: Search, sets: readonly KeySet[]): KeySpace => {
  const names = namesOf(sets);
  let found: ReturnType<KeySpace['kinds']> | null = null;
  return {
    names,
    kinds: () => (found ??= kindsOf(search, names, dividersOf(search, sets))),
    hasName: (keys, name) => search.evaluator.isKeyIn(keys, name),
    hasKind: (keys, { inside }) => {
      switch (keys.kind) {
        case 'name':
          return false;
        case 'pattern':
          return inside.has(patternId(keys.source));
        case 'failing':
          return inside.has(failingId(keys.schema));
        case 'other':
          return !keys.patterns.some((source) => inside.has(patternId(source)));
      }
    },
  };
};

const kindsOf = (
  search: Search,
  names: readonly string[],
  dividers: readonly Divider[],
): ReturnType<KeySpace['kinds']> => {
  let gaveUp: UndecidedReason | null = null;
  let kinds: Kind[] = [{ set: complementStrings(stringsAmong(names)), inside: new Set() }];
  const keep = (kind: Kind): boolean => {
    const sample = sampleStrings(kind.set, 1, search.meter);
    if (sample.values.length > 0) return true;
    if (sample.rest !== 'none' && sample.rest !== 'some') gaveUp ??= sample.rest;
    return false;
  };
  for (const { id, set } of dividers) {
    if (set === null) {
      gaveUp ??= 'keyword';
      continue;
    }
    const outside = complementStrings(set);
    kinds = kinds
      .flatMap((kind) => [
        { set: intersectStrings(kind.set, outside), inside: kind.inside },
        { set: intersectStrings(kind.set, set), inside: new Set([...kind.inside, id]) },
      ])
      .filter(keep);
  }
  return { kinds, gaveUp };
};
