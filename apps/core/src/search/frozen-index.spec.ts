import fc from 'fast-check';
import { fullMask, maskOf } from '../bits/mask.js';
import type { SearchDocument } from './document.js';
import { SearchIndex } from './index.js';
import { rank } from './rank.js';
import { document } from './sample-document.js';
import { VisibleTools } from './visible-tools.js';

/** Of an index that was frozen, all that goes to another thread. */
const thawed = (index: SearchIndex): SearchIndex =>
  new SearchIndex({
    frozen: structuredClone(index.frozen()),
    toolIds: [...index.toolIds],
    live: index.live.slice(),
  });

/** What an index answers to queries, digit by digit, of every other tool and of all. */
const answers = (index: SearchIndex, queries: readonly string[]) =>
  queries.flatMap((query) =>
    [1, 2].map((step) => {
      const slots = [...Array(index.size).keys()].filter((slot) => slot % step === 0);
      const survivors = maskOf(slots, index.size);
      const visible = new VisibleTools(index, fullMask(index.size));
      return rank(index, { query, survivors, visible, topK: 20 });
    }),
  );

const WORDS = [
  'ticket',
  'invoice',
  'close',
  'create',
  '工单',
  '創建',
  'größe',
  'ordr',
  'x1',
  'заказ',
];
const some = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 });
const documents = fc
  .array(fc.record({ name: some, description: some, example: some }), { maxLength: 40 })
  .map((list) =>
    list.map(({ name, description, example }, at) =>
      document(`${name.slice(0, 3).join('_')}_${at}`, description.join(' '), {
        example_queries: [example.join(' ')],
      }),
    ),
  );

const QUERIES = ['ticket', '工单', 'create ticket größe', 'invoce ordr x1', WORDS.join(' ')];

describe('an index that was frozen', () => {
  it('answers as it did before, and as one that never was when more comes', () => {
    fc.assert(
      fc.property(documents, documents, fc.nat(40), (first, second, gone) => {
        const plain = new SearchIndex();
        first.forEach((one) => plain.add(one));
        plain.remove(gone % (first.length + 1));
        const other = thawed(plain);
        expect(answers(other, QUERIES)).toEqual(answers(plain, QUERIES));
        for (const index of [plain, other]) {
          second.forEach((one) => index.add(one, index.size + 1));
          index.remove(first.length + 1);
        }
        expect(answers(other, QUERIES)).toEqual(answers(plain, QUERIES));
        expect(other.liveSize).toBe(plain.liveSize);
        if (first.length > 0) expect(() => other.frozen()).toThrow('once');
      }),
      { numRuns: 25 },
    );
  });

  it('tells apart more counts than a table has room for', () => {
    const plain = new SearchIndex();
    manyCounts().forEach((one) => plain.add(one));
    expect(plain.patterns.all.length).toBeGreaterThan(260);
    const other = thawed(plain);
    expect(answers(other, ['word', 'word other'])).toEqual(answers(plain, ['word', 'word other']));
  });
});

/** In each the same word, another number of times in its fields; in some very often. */
const manyCounts = (): SearchDocument[] =>
  Array.from({ length: 480 }, (_, at) =>
    document(`a.t${at}`, 'word '.repeat(at % 20), {
      tags: ['word '.repeat(Math.floor(at / 20) % 12)],
      aliases: ['word '.repeat(Math.floor(at / 240) * 3), `other${at}`],
    }),
  );
