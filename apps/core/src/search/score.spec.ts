import { jest } from '@jest/globals';
import fc from 'fast-check';
import { maskOf } from '../bits/mask.js';
import { SearchIndex } from './index.js';
import { QueriedTerm, queriedTerms } from './queried-terms.js';
import { readQuery } from './query.js';
import { document } from './sample-document.js';
import { TermScores } from './score.js';
import { VisibleTools } from './visible-tools.js';

const WORDS = ['ticket', 'invoice', 'close', 'create', 'report', 'weather'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 20 }).map((all) => all.join(' '));
const tools = fc.array(fc.record({ description: words, alias: words, isTaught: fc.boolean() }), {
  minLength: 10,
  maxLength: 40,
});

describe('the score of words', () => {
  it('is bounded closely, in a table, beside one, and where fields are of another length', () => {
    let bounded = 0;
    let close = 0;
    fc.assert(
      fc.property(tools, fc.constantFrom(0, 0.7, 1), fc.boolean(), (all, part, isTaughtOnly) => {
        const documents = all.map(({ description, alias, isTaught }, at) =>
          document(`a.t${at}`, description, { aliases: isTaught ? [alias] : [] }),
        );
        const frozen = Math.floor(all.length * part);
        const first = new SearchIndex();
        documents.slice(0, frozen).forEach((one) => first.add(one));
        const { toolIds, live } = first;
        const index = new SearchIndex({ frozen: first.frozen(), toolIds, live });
        documents.slice(frozen).forEach((one) => index.add(one));
        const seen = [...all.keys()].filter((slot) => !isTaughtOnly || all[slot]?.isTaught);
        const visible = new VisibleTools(index, maskOf(seen, index.size));
        const survivors = index.scratch.survivors.take(index.live, visible.mask, index.size);
        index.scratch.cleared(survivors.count);
        const terms = queriedTerms(index, readQuery('close a ticket'), visible, survivors.mask);
        const scores = new TermScores(index, terms, visible, survivors);
        for (const place of seen.keys()) {
          const bound = scores.bounds[place] ?? 0;
          const score = scores.at(place);
          expect(bound).toBeGreaterThanOrEqual(score);
          expect(bound > 0).toBe(score > 0);
          bounded += Number(score > 0);
          close += Number(score > 0 && bound < 1.1 * score);
        }
      }),
      { endOnFailure: true },
    );
    expect(close).toBeGreaterThan(bounded / 3);
  });

  it('asks each of many tools that are alike for few terms beside its own, and only once', () => {
    const distinct = Array.from(
      { length: 64 },
      (_, at) => `word${'abcdefgh'[at >> 3]}${'abcdefgh'[at & 7]}`,
    );
    const first = new SearchIndex();
    for (let at = 0; at < 640; at++) first.add(document(`a.t${at}`, distinct[at % 64] ?? ''));
    const { toolIds, live } = first;
    const index = new SearchIndex({ frozen: first.frozen(), toolIds, live });
    const visible = new VisibleTools(index, live);
    const survivors = index.scratch.survivors.take(live, live, index.size);
    index.scratch.cleared(survivors.count);
    const terms = queriedTerms(index, readQuery(distinct.join(' ')), visible, survivors.mask);
    const asked = jest.spyOn(QueriedTerm.prototype, 'countsAt');
    const scores = new TermScores(index, terms, visible, survivors);
    for (let place = 0; place < survivors.count; place++) scores.at(place);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 * 640);
    asked.mockRestore();
  });
});
