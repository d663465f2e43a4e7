import fc from 'fast-check';
import { fullMask, maskOf } from '../bits/mask.js';
import { analyse } from './analyse.js';
import type { SearchDocument } from './document.js';
import { SearchIndex } from './index.js';
import { isPhrase, readQuery } from './query.js';
import { document } from './sample-document.js';
import { Spelling } from './spelling.js';
import { VisibleTools } from './visible-tools.js';

const indexOf = (documents: readonly SearchDocument[]): SearchIndex => {
  const index = new SearchIndex();
  documents.forEach((entry) => index.add(entry));
  return index;
};

const toolsOf = (texts: readonly string[]): SearchDocument[] =>
  texts.map((text, at) => document(`a.t${at}`, text));

const readIn = (index: SearchIndex, query: string, slots?: readonly number[]) => {
  const mask = slots === undefined ? fullMask(index.size) : maskOf(slots, index.size);
  return new Spelling(index, new VisibleTools(index, mask)).read(analyse(query));
};

/** The words that a query is taken to say. */
const wordsIn = (texts: readonly string[], query: string): string[] =>
  readIn(indexOf(toolsOf(texts)), query).map(({ token }) => token.word);

describe('the spelling of a query', () => {
  it.each([
    ['a letter left out', 'transltion'],
    ['a letter too many', 'translatiion'],
    ['two letters swapped', 'tarnslation'],
    ['another letter', 'translstion'],
    ['the last letter left out', 'translatio'],
    ['the last two letters swapped', 'translatino'],
  ])('reads a word with %s as the one that is meant', (_slip, query) => {
    const texts = ['Orders a translation of a text.', 'Lists the transport of a parcel.'];
    expect(wordsIn(texts, query)).toEqual(['translation']);
  });

  it('leaves what a tool says as it is, though another word is nearer to many', () => {
    expect(wordsIn(['Sends a form.', 'Takes it from here.', 'Quiet hours.'], 'form quite')).toEqual(
      ['form', 'quiet'],
    );
    expect(wordsIn(['Quite a tool.', 'Quiet hours.'], 'quite')).toEqual(['quite']);
  });

  it.each([
    ['two slips', 'trnsltion'],
    ['another first letter', 'xranslation'],
    ['hardly any letters', 'trip'],
  ])('leaves a word with %s as it is', (_what, query) => {
    expect(
      wordsIn(['Orders a translation of a text.', 'Plans trips: stripes, tips.'], query),
    ).toEqual([query]);
  });

  it('takes one letter for another in long words only', () => {
    expect(wordsIn(['Tracks a parcel.'], 'pargel')).toEqual(['pargel']);
    expect(wordsIn(['Tracks all parcels.'], 'pargels')).toEqual(['parcels']);
  });

  it('counts the shortest word that it mends by half', () => {
    const index = indexOf(toolsOf(['The price of an order.', 'Prints an invoice.']));
    expect(readIn(index, 'prcie invioce').map(({ token, weight }) => [token.word, weight])).toEqual(
      [
        ['price', 0.5],
        ['invoice', 1],
      ],
    );
  });

  it('counts a word in full that is also there as it is spelt', () => {
    const index = indexOf(toolsOf(['The price of an order.', 'Prints an invoice.']));
    const spelling = new Spelling(index, new VisibleTools(index, fullMask(index.size)));
    const { terms } = readQuery('prcie price', spelling);
    expect([...terms.values()].filter((term) => !isPhrase(term))).toEqual([
      { word: 'price', weight: 1 },
    ]);
  });

  it('leaves misspelt stop words out, as it does those that are spelt well', () => {
    expect(wordsIn(['Closes a ticket.'], 'pelase close teh tikcet aobut itt')).toEqual([
      'close',
      'teh',
      'ticket',
      'itt',
    ]);
  });

  it('takes the word that most tools have, or the first of them', () => {
    const texts = ['The launch of a ship.', 'The lunches of a day.', 'One lunch.'];
    expect(wordsIn(texts, 'luunch')).toEqual(['lunch']);
    expect(wordsIn(['A trail.', 'Some trial.'], 'traial')).toEqual(['trail']);
  });

  it('knows a word by one tool that has all of it, and not by parts of it here and there', () => {
    const texts = ['Motives of a crime.', 'Lotions for the skin.', 'A nation.'];
    const parameters = [{ name: 'motion', description: '' }];
    const index = indexOf([...toolsOf(texts), document('a.move', 'Turns an arm.', { parameters })]);
    const words = () => readIn(index, 'mootion').map(({ token }) => token.word);
    expect(words()).toEqual(['mootion']);
    index.add(document('a.stop', 'Stops a motion.'));
    expect(words()).toEqual(['motion']);
  });

  it('mends no more than so many words of a pasted page', () => {
    const texts = ['Orders a translation.'];
    const words = wordsIn(texts, Array<string>(40).fill('transltion').join(' '));
    expect(words.filter((word) => word === 'translation')).toHaveLength(32);
    expect(words.filter((word) => word === 'transltion')).toHaveLength(8);
  });

  it('tells nothing of tools that cannot be seen', () => {
    const words = ['invoice', 'invoices', 'invoicing', 'notice', 'voice', 'invoce', 'invoicxs'];
    const text = fc.subarray(words, { maxLength: 2 }).map((chosen) => chosen.join(' '));
    const catalog = fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 6 });
    const asked = fc.constantFrom('invoce', 'invioce', 'invoiice', 'invoicxs', 'invoicse');
    let mended = 0;
    fc.assert(
      fc.property(catalog, asked, (tools, query) => {
        const slots = tools.flatMap(([, isSeen], at) => (isSeen ? [at] : []));
        const textsOf = (some: typeof tools) => toolsOf(some.map(([written]) => written));
        const expected = readIn(indexOf(textsOf(tools.filter(([, isSeen]) => isSeen))), query);
        expect(readIn(indexOf(textsOf(tools)), query, slots)).toEqual(expected);
        mended += Number(expected[0]?.token.word !== query);
      }),
      { numRuns: 500 },
    );
    expect(mended).toBeGreaterThan(50);
  });
});
