import fc from 'fast-check';
import { maskOf } from '../bits/mask.js';
import { SearchIndex } from './index.js';
import type { Postings } from './postings.js';
import { readQuery } from './query.js';
import { document } from './sample-document.js';
import { VisibleTools } from './visible-tools.js';

const WORDS = ['ticket', 'invoice', 'open', 'close', 'customer', 'forecast'];

/** More than enough that a count of a common word is taken off the one that is known. */
const TOOLS = 150;

const indexOf = (texts: readonly (readonly string[])[]): SearchIndex => {
  const index = new SearchIndex();
  texts.forEach((words, at) => index.add(document(`a.t${at}`, words.join(' '))));
  return index;
};

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
        for (const postings of index.terms.values()) {
          expect(found.termCount(postings)).toBe(expected.termCount(postings));
        }
        for (const gram of readQuery(WORDS.join(' ')).grams) {
          const postings = index.grams.get(gram);
          if (postings === undefined) continue;
          counted += found.gramCount(postings);
          expect(found.gramCount(postings)).toBe(expected.gramCount(postings));
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
    const { found, readings } = watched(index, 'ticket');
    expect(base.termCount(found)).toBe(TOOLS);
    readings.count = 0;
    const moved = base.moved([{ from: 0, to: TOOLS }]);
    expect(moved.termCount(found)).toBe(TOOLS);
    expect(readings.count).toBeLessThan(5);
  });
});

describe('a collection that is kept', () => {
  it('reads a long list once, and remembers nothing of the many short ones', () => {
    const words = [...Array(5_000).keys()].map((at) => `word${at}`);
    const index = indexOf([words, ...Array<string[]>(20).fill(['ticket'])]);
    const visible = new VisibleTools(index, maskOf([0, 1, 2, 3], index.size));
    const { bytes } = visible;
    const { found, readings } = watched(index, 'ticket');
    expect([visible.termCount(found), visible.termCount(found)]).toEqual([3, 3]);
    expect(readings.count).toBe(20);
    for (const postings of index.terms.values()) visible.termIdf(postings);
    expect(visible.bytes).toBe(bytes);
    expect(bytes).toBeLessThan(100_000);
  });
});

/** The postings of a term, with how often its list was taken up. */
const watched = (index: SearchIndex, term: string) => {
  const found = [...index.terms].find(([known]) => known.startsWith(term))?.[1];
  if (found === undefined) throw new Error(term);
  const readings = { count: 0 };
  const { entries } = found;
  Object.defineProperty(found, 'entries', {
    get: () => {
      readings.count += 1;
      return entries;
    },
  });
  return { found: found as Postings, readings };
};
