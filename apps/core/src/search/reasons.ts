import { FIELDS, type FieldName } from './document.js';
import type { SearchIndex } from './index.js';
import { countsAt, fieldCount } from './postings.js';
import type { Query } from './query.js';

/** Which of the query's words a field of the tool has; `similar_spelling` has none of them whole. */
export interface Reason {
  readonly field: FieldName | 'similar_spelling';
  readonly terms: readonly string[];
}

/** Why a tool is in the answer, the fields in the order of their table. */
export const reasonsFor = (index: SearchIndex, query: Query, slot: number): readonly Reason[] => {
  const wordsByField = FIELDS.map((): string[] => []);
  for (const [term, word] of query.terms) {
    const postings = index.terms.get(term);
    const counts = postings === undefined ? 0 : countsAt(postings, slot);
    if (counts === 0) continue;
    wordsByField.forEach((words, field) => {
      if (fieldCount(counts, field) > 0) words.push(word);
    });
  }
  const reasons = FIELDS.map(({ name }, field) => ({
    field: name,
    terms: wordsByField[field] ?? [],
  })).filter(({ terms }) => terms.length > 0);
  return reasons.length > 0 ? reasons : [{ field: 'similar_spelling', terms: [] }];
};
