import { parseTextArray } from '../../../database/postgres-text.js';
import { NameLists } from './name-lists.js';

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
    '{NULL,"NULL"}',
    '{nullable}',
  ])('reads %s as the driver does', (text) => {
    const bytes = Buffer.from(`before${text}behind`);
    const place = { bytes, start: 6, end: 6 + Buffer.byteLength(text) };
    expect(new NameLists().at(place)).toEqual(parseTextArray(text));
  });

  it('tells apart lists of which one takes the place of another', () => {
    const lists = new NameLists();
    const texts = Array.from({ length: 40_000 }, (_, at) => `{role${at % 977},role${at % 331}}`);
    const wrong = texts.filter((text) => lists.of(text).join() !== text.slice(1, -1));
    expect(wrong).toEqual([]);
  });

  it('keeps equal lists once', () => {
    const lists = new NameLists();
    expect(lists.of('{billing,support}')).toBe(lists.of('{billing,support}'));
  });
});
