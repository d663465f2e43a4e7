import type { Place } from '../../../database/binary-row.js';
import { parseTextArray } from '../../../database/postgres-text.js';
import { readList, readName } from './name-lists.js';

const placeOf = (text: string): Place => {
  const bytes = Buffer.from(`before${text}behind`);
  return { bytes, start: 6, end: 6 + Buffer.byteLength(text) };
};

describe('the lists of policies in their binary rows', () => {
  it.each([
    '{}',
    '{*}',
    '{billing,support}',
    '{billing,support,billing}',
    '{"two words","with \\"quotes\\"",plain}',
    '{"a,b",c}',
    '{"back\\\\slash"}',
    '{größe,zahlung}',
    '{👩‍🚀,漢字}',
    '{"",a}',
    '{NULL,"NULL"}',
    '{nullable}',
  ])('reads %s as the driver does', (text) => {
    expect(readList(placeOf(text))).toEqual(parseTextArray(text));
  });

  it('tells apart names of which one takes the place of another', () => {
    const texts = Array.from({ length: 40_000 }, (_, at) => `{role${at % 977},role${at}}`);
    const wrong = texts.filter((text) => readList(placeOf(text)).join() !== text.slice(1, -1));
    expect(wrong).toEqual([]);
    expect(['1.0.0', '', '1.0.1'].map((text) => readName(placeOf(text)))).toEqual([
      '1.0.0',
      '',
      '1.0.1',
    ]);
  });
});
