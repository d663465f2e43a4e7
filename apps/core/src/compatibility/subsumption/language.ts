import { WORLD, type Literal } from './node.js';
import { stringSetOf } from './scalar-search.js';
import type { Store } from './store.js';
import {
  ALL_STRINGS,
  NO_STRINGS,
  complementStrings,
  intersectStrings,
  type StringSet,
} from './theories/strings.js';

/** The strings of a formula as a set, for the names of properties; null where it is no such set. */
export const languageOf = (store: Store, literal: Literal): StringSet | null => {
  if ((store.canFail(literal) & WORLD.string) === 0) return ALL_STRINGS;
  if ((store.canHold(literal) & WORLD.string) === 0) return NO_STRINGS;
  const positive = languageOfNode(store, Math.abs(literal));
  return positive === null || literal > 0 ? positive : complementStrings(positive);
};

const languageOfNode = (store: Store, literal: Literal): StringSet | null => {
  const node = store.node(literal);
  switch (node.kind) {
    case 'and':
      return languageOfAll(store, node.parts);
    case 'recursion':
      return languageOf(store, store.meaning(literal));
    case 'minLength':
    case 'maxLength':
    case 'pattern':
    case 'strings':
      return stringSetOf(node);
    default:
      return null;
  }
};

const languageOfAll = (store: Store, parts: readonly Literal[]): StringSet | null => {
  let set: StringSet = ALL_STRINGS;
  for (const part of parts) {
    const own = languageOf(store, part);
    if (own === null) return null;
    set = intersectStrings(set, own);
  }
  return set;
};
