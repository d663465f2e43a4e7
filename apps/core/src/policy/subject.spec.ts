import { isAmong, personOf, subjectFaults } from './subject.js';

const codes = (subject: string) => subjectFaults(subject).map(({ code }) => code);

describe('the name of a key', () => {
  it.each([
    'alice',
    'Alice Liddell',
    'ci/support.deploy',
    'Łukasz',
    'Ольга',
    'Olga Ольга',
    '田中さん',
  ])('may be %s', (subject) => {
    expect(subjectFaults(subject)).toEqual([]);
  });

  it.each(['bootstrap', 'Bootstrap', 'RULE:auto-approve', ' rule:x', 'ｂootstrap'])(
    'is not one of the service itself: %j',
    (subject) => {
      expect(codes(subject)).toContain('reserved');
    },
  );

  it.each([
    ['a letter that is put together in two ways', 'Rene\u0301'],
    ['a zero-width space', 'ali\u200Bce'],
    ['a mark of direction', 'alice\u202E'],
    ['a variation selector', 'alice\uFE0F'],
    ['a soft hyphen', 'al\u00ADice'],
    ['a space that does not break', 'alice\u00A0liddell'],
    ['two spaces', 'alice  liddell'],
    ['a Cyrillic letter in a Latin word', 'al\u0456ce'],
    ['a Greek letter in a Latin word', 'alice \u03BFtto'],
  ])('is refused with %s', (_, subject) => {
    expect(subjectFaults(subject)).toMatchObject([{ pointer: '/subject', code: 'malformed' }]);
  });
});

describe('one person', () => {
  it.each([
    ['alice', 'Alice'],
    ['straße', 'STRASSE'],
    ['ＡＬＩＣＥ', 'alice'],
    ['ΟΔΟΣ', 'οδος'],
  ])('is %s and %s', (one, other) => {
    expect(personOf(one)).toBe(personOf(other));
    expect(isAmong(one, ['bob', other])).toBe(true);
  });

  it('is neither of two others', () => {
    expect(isAmong('alice', ['alicia', 'al ice'])).toBe(false);
  });
});
