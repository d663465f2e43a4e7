import fc from 'fast-check';
import { fullMask, maskOf } from '../bits/mask.js';
import { SearchIndex } from './index.js';
import { readQuery } from './query.js';
import { document } from './sample-document.js';
import { VisibleTools } from './visible-tools.js';

const WORDS = ['ticket', 'invoice', 'open', 'close', 'customer', 'forecast'];

/** More than enough that a count of a common word is taken off the one that is known. */
const TOOLS = 150;

/** Frozen, as the index of a large catalog is. */
const indexOf = (texts: readonly (readonly string[])[]): SearchIndex => {
  const index = new SearchIndex();
  texts.forEach((words, at) => index.add(document(`a.t${at}`, words.join(' '))));
  const { toolIds } = index;
  return new SearchIndex({ frozen: index.frozen(), toolIds, live: fullMask(index.size) });
};

const idsOf = (index: SearchIndex): number[] => [...Array(index.terms.size).keys()];

/** Some of the words, by the bits of a number. */
const text = fc.nat(2 ** WORDS.length - 1).map((bits) => WORDS.filter((_, at) => bits & (1 << at)));

describe('a collection with some tools by other versions', () => {
  it('says what one made of those versions says', () => {
    const catalog = fc.array(text, { minLength: 2 * TOOLS, maxLength: 2 * TOOLS });
    let counted = 0;
    const seen = fc.uniqueArray(fc.nat(TOOLS - 1), { minLength: 50, maxLength: TOOLS });
    fc.assert(
      fc.property(catalog, seen, fc.nat(4), (texts, tools, moved) => {
        const index = indexOf(texts);
        const base = new VisibleTools(index, maskOf(tools, index.size));
        const moves = tools.slice(0, moved).map((from) => ({ from, to: from + TOOLS }));
        const slots = tools.map((from, at) => (at < moved ? from + TOOLS : from));
        const expected = new VisibleTools(index, maskOf(slots, index.size));
        const found = base.moved(moves);
        expect(found.size).toBe(expected.size);
        expect(found.averageGrams).toBe(expected.averageGrams);
        expect(found.fieldNorms).toEqual(expected.fieldNorms);
        for (const term of idsOf(index)) {
          expect(found.termCount(term)).toBe(expected.termCount(term));
        }
        for (const spelt of readQuery(WORDS.join(' ')).grams) {
          const gram = index.grams.idOf(spelt);
          if (gram < 0) continue;
          counted += found.gramCount(gram);
          expect(found.gramCount(gram)).toBe(expected.gramCount(gram));
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
    expect(counted).toBeGreaterThan(100);
  });

  it('takes its counts off those that are known, and reads no long list for them', () => {
    const index = indexOf([...Array(TOOLS + 1).keys()].map(() => ['ticket']));
    const tools = [...Array(TOOLS).keys()];
    const base = new VisibleTools(index, maskOf(tools, index.size));
    const ticket = index.terms.idOf('ticket');
    const readings = watched(index);
    expect(base.termCount(ticket)).toBe(TOOLS);
    const moved = base.moved([{ from: 0, to: TOOLS }]);
    expect(moved.termCount(ticket)).toBe(TOOLS);
    expect(readings).toEqual([ticket]);
  });
});

describe('a collection that is kept', () => {
  it('reads a long list once, and remembers nothing of the many short ones', () => {
    const words = [...Array(5_000).keys()].map((at) => `word${at}`);
    const index = indexOf([words, ...Array<string[]>(20).fill(['ticket'])]);
    const visible = new VisibleTools(index, maskOf([0, 1, 2, 3], index.size));
    const { bytes } = visible;
    const ticket = index.terms.idOf('ticket');
    const readings = watched(index);
    expect([visible.termCount(ticket), visible.termCount(ticket)]).toEqual([3, 3]);
    expect(readings).toEqual([ticket]);
    for (const term of idsOf(index)) visible.termIdf(term);
    expect(visible.bytes).toBe(bytes);
    expect(bytes).toBeLessThan(100_000);
  });
});

/** Of which terms a whole list was read, in order. */
const watched = (index: SearchIndex): number[] => {
  const read: number[] = [];
  const { termPostings } = index;
  const countWithin = termPostings.countWithin.bind(termPostings);
  termPostings.countWithin = (id, within) => {
    read.push(id);
    return countWithin(id, within);
  };
  return read;
};
