import { FIELDS, type FieldName } from './document.js';
import type { SearchIndex } from './index.js';
import { countsAt, fieldCount } from './postings.js';
import { isPhrase, type Query, type QueryTerm } from './query.js';

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
  index: SearchIndex,
  query: Query,
  slot: number,
  likeness: Likeness,
): readonly Reason[] => {
  const wordsByField = FIELDS.map((): string[] => []);
  for (const [term, queried] of query.terms) {
    const postings = index.terms.get(term);
    const counts = postings === undefined ? 0 : countsAt(postings, slot);
    if (counts === 0) continue;
    wordsByField.forEach((words, field) => {
      if (fieldCount(counts, field) > 0 && !isSaid(words, queried)) words.push(queried.word);
    });
  }
  const reasons = FIELDS.map(({ name }, field) => ({
    field: name,
    terms: wordsByField[field] ?? [],
  })).filter(({ terms }) => terms.length > 0);
  return reasons.length > 0 ? reasons : [{ field: likeness, terms: [] }];
};

/** A phrase is no reason beside the words that it is made of. */
const isSaid = (words: readonly string[], queried: QueryTerm): boolean =>
  isPhrase(queried) && queried.word.split(' ').some((word) => words.includes(word));
