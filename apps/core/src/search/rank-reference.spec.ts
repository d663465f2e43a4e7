import fc from 'fast-check';
import { hasBit, maskOf, type Mask } from '../bits/mask.js';
import { analyse } from './analyse.js';
import { DESCRIPTION_FIELD, FIELDS, NAME_FIELD, type SearchDocument } from './document.js';
import { GramReader } from './grams.js';
import { SearchIndex } from './index.js';
import { isPhrase, readQuery } from './query.js';
import { rank } from './rank.js';
import { document } from './sample-document.js';
import { Spelling } from './spelling.js';
import { VisibleTools } from './visible-tools.js';

const K1 = 1.2;
const GRAM_B = 0.75;

const counted = <T>(all: Iterable<T>): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** All that is said of a document, plainly. */
const read = (one: SearchDocument) => {
  const grams: number[] = [];
  const reader = new GramReader((gram) => grams.push(gram));
  const fields = FIELDS.map(({ textsOf, isSpelled }) => {
    const tokens = textsOf(one).flatMap((text) => analyse(text));
    const words = tokens.filter(({ joined }) => !joined);
    if (isSpelled) words.forEach((token) => reader.read(token));
    return {
      counts: counted(tokens.map(({ term }) => term)),
      words: words.map(({ term }) => term),
    };
  });
  return { fields, grams: counted(grams), gramLength: grams.length, toolId: one.tool_id };
};

type Read = ReturnType<typeof read>;

const idfOf = (seen: readonly Read[], has: (one: Read) => boolean): number => {
  const count = seen.filter(has).length;
  return Math.log(1 + (seen.length - count + 0.5) / (count + 0.5));
};

const hasTerm = (term: string) => (one: Read) => one.fields.some(({ counts }) => counts.has(term));

/** What SEARCH.md says, worked out for every survivor: the order, and a score for each. */
const reference = (
  seen: readonly Read[],
  survivors: readonly Read[],
  query: ReturnType<typeof readQuery>,
): (readonly [string, number])[] => {
  const idf = (term: string) => idfOf(seen, hasTerm(term));
  const terms = [...query.terms].filter(([term]) => seen.some(hasTerm(term)));
  const grams = query.grams.filter((gram) => seen.some((one) => one.grams.has(gram)));
  const averages = FIELDS.map(
    (_, field) =>
      sum(seen.map(({ fields }) => fields[field]?.words.length ?? 0)) / seen.length || 1,
  );
  const averageGrams = sum(seen.map(({ gramLength }) => gramLength)) / seen.length || 1;
  const wordScore = (one: Read): number =>
    sum(
      terms.map(([term, { weight }]) => {
        const weighted = sum(
          FIELDS.map((field, at) => {
            const { counts, words } = one.fields[at] ?? { counts: new Map(), words: [] };
            const norm = 1 - field.b + (field.b * words.length) / (averages[at] ?? 1);
            return (field.weight * (counts.get(term) ?? 0)) / norm;
          }),
        );
        return (weight * idf(term) * weighted) / (K1 + weighted);
      }),
    );
  const gramScore = (one: Read): number =>
    sum(
      grams.map((gram) => {
        const count = one.grams.get(gram) ?? 0;
        const norm = K1 * (1 - GRAM_B + (GRAM_B * one.gramLength) / averageGrams);
        return (idfOf(seen, (other) => other.grams.has(gram)) * count) / (count + norm);
      }),
    );
  const isAsked = (term: string) =>
    terms.some(([other, asked]) => other === term && !isPhrase(asked));
  const share = (one: Read, field: number): number => {
    const all = [...new Set(one.fields[field]?.words)];
    const weight = sum(all.map(idf));
    return weight === 0 ? 0 : sum(all.filter(isAsked).map(idf)) / weight;
  };
  const total = sum(terms.map(([term, { weight }]) => weight * idf(term)));
  const factor = (one: Read): number => {
    const found = terms.filter(([term]) => hasTerm(term)(one));
    const answered = sum(found.map(([term, { weight }]) => weight * idf(term)));
    return (
      1 +
      (query.cjk ? 0 : 0.5 * share(one, NAME_FIELD)) +
      0.3 * share(one, DESCRIPTION_FIELD) +
      (total === 0 ? 0 : (0.5 * answered) / total)
    );
  };
  const scored = survivors.map((one) => ({ one, words: wordScore(one), grams: gramScore(one) }));
  const best = (numbers: readonly number[]): number => Math.max(0, ...numbers) || 1;
  const mostWords = best(scored.map(({ words }) => words));
  const mostGrams = best(scored.map((each) => each.grams));
  const close = scored
    .map((each) => ({ ...each, first: each.words / mostWords + (0.5 * each.grams) / mostGrams }))
    .filter(({ first }) => first > 0)
    .sort((a, b) => b.first - a.first)
    .slice(0, CLOSE);
  const mostCovered = best(close.map(({ one, words }) => words * factor(one)));
  return close
    .map((each): readonly [string, number] => [
      each.one.toolId,
      (each.words * factor(each.one)) / mostCovered + (0.5 * each.grams) / mostGrams,
    ])
    .sort((a, b) => b[1] - a[1]);
};

const CLOSE = 50;

const WORDS = 'ticket invoice close create report weather city order 工单 größe'.split(' ');
const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((all) => all.join(' '));

const catalog = fc.array(
  fc.record({
    texts: fc.tuple(words(3), words(12), words(30), words(4)),
    share: fc.nat(9),
    isMute: fc.boolean(),
  }),
  { minLength: 100, maxLength: 200 },
);

describe('ranking', () => {
  it('answers what working out every score in full answers, whatever is bounded beforehand', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        catalog,
        fc.constantFrom(0, 0.7, 1),
        words(4),
        fc.nat(9),
        (tools, part, query, shown) => {
          const frozen = Math.floor(tools.length * part);
          const documents = tools.map(
            ({ texts: [name, description, parameter, alias], isMute }, at) =>
              document(`${name.replaceAll(' ', '_')}_t${at}`, description, {
                parameters: isMute ? [] : [{ name: 'given', description: parameter }],
                aliases: isMute ? [alias] : [],
              }),
          );
          const first = new SearchIndex();
          documents.slice(0, frozen).forEach((one) => first.add(one));
          const { toolIds, live } = first;
          const index = new SearchIndex({ frozen: first.frozen(), toolIds, live });
          documents.slice(frozen).forEach((one) => index.add(one));
          const slots = [...documents.keys()];
          // Of some collections the fields are of quite another length than those of the index are.
          const isSeen = (slot: number) => (shown > 7 ? tools[slot]?.isMute === true : true);
          const seen = slots.filter(isSeen);
          const left = seen.filter((slot) => (tools[slot]?.share ?? 0) <= shown);
          const visible = new VisibleTools(index, maskOf(seen, index.size));
          const survivors: Mask = maskOf(left, index.size);
          const texts = documents.map(read);
          const at = (mask: Mask) => texts.filter((_, slot) => hasBit(mask, slot));
          const meant = readQuery(query, new Spelling(index, visible));
          const { hits } = rank(index, { query, survivors, visible, topK: CLOSE });
          const expected = reference(at(visible.mask), at(survivors), meant);
          const found = new Map(hits.map(({ tool_id, score }) => [tool_id, score]));
          // Of equal ones at the end of the list either may be the last.
          const last = expected.at(-1)?.[1] ?? 0;
          for (const [toolId, score] of expected) {
            if (score <= last + 1e-4) continue;
            expect(found.get(toolId)).toBeCloseTo(score, 4);
            compared++;
          }
          expect(hits).toHaveLength(expected.length);
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
