import { fieldCount } from './count-patterns.js';
import { FIELDS, type FieldName } from './document.js';
import type { QueriedTerm } from './queried-terms.js';
import { isPhrase, type QueryTerm } from './query.js';

/** Without a word of the query: what else is alike. */
export const LIKENESSES = ['similar_spelling', 'similar_meaning'] as const;

type Likeness = (typeof LIKENESSES)[number];

/** Which of the query's words a field of the tool has; a likeness has none of them. */
export interface Reason {
  readonly field: FieldName | Likeness;
  readonly terms: readonly string[];
}

/** Why a tool is in the answer, the fields in the order of their table; else the likeness. */
export const reasonsFor = (
  terms: readonly QueriedTerm[],
  slot: number,
  likeness: Likeness,
): readonly Reason[] => {
  const found: Found[] = [];
  let all = 0;
  for (const term of terms) {
    const counts = term.countsAt(slot);
    if (counts !== 0) found.push({ queried: term.queried, counts });
    all |= counts;
  }
  const reasons: Reason[] = [];
  FIELDS.forEach(({ name }, field) => {
    if (fieldCount(all, field) > 0) reasons.push({ field: name, terms: wordsIn(field, found) });
  });
  return reasons.length > 0 ? reasons : [{ field: likeness, terms: [] }];
};

interface Found {
  readonly queried: QueryTerm;
  readonly counts: number;
}

const wordsIn = (field: number, found: readonly Found[]): string[] => {
  const words: string[] = [];
  for (const { queried, counts } of found) {
    if (fieldCount(counts, field) > 0 && !isSaid(words, queried)) words.push(queried.word);
  }
  return words;
};

/** A phrase is no reason beside the words that it is made of. */
const isSaid = (words: readonly string[], queried: QueryTerm): boolean =>
  isPhrase(queried) && queried.word.split(' ').some((word) => words.includes(word));
