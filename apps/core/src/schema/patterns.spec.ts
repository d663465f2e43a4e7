import { readPattern } from './patterns.js';

const sourceOf = (pattern: string): string | null => {
  const reading = readPattern(pattern);
  return reading.ok ? reading.source : null;
};

describe('reading patterns', () => {
  it.each([
    '^[a-z]+$',
    '\\p{L}+',
    '^(?<year>\\d{4})$',
    '(?<=a)b',
    '[\\u{1F600}-\\u{1F64F}]',
    '\\/',
  ])('takes %s as it is', (pattern) => {
    expect(sourceOf(pattern)).toBe(pattern);
  });

  it.each([
    ['\\_\\@\\-', '_@-'],
    ['^[\\w-.]+$', '^[\\w\\-.]+$'],
    ['[.-\\w]', '[.\\-\\w]'],
    ['[\\w\\-\\_]', '[\\w\\-_]'],
    ['^{id}$', '^\\{id\\}$'],
    ['a]', 'a\\]'],
    ['\\"x{2}\\"{', '"x{2}"\\{'],
    ['[\\p{L}-_]', '[\\p{L}\\-_]'],
  ])('takes %s, which means the same without the u flag', (pattern, source) => {
    expect(sourceOf(pattern)).toBe(source);
    const strict = new RegExp(source, 'u');
    const loose = new RegExp(pattern.replace('\\p{L}', 'a-zA-Z'));
    for (const text of ['_@-', 'a-b.c', '{id}', 'a]', '"xx"{', 'x', '-', '_']) {
      expect([text, strict.test(text)]).toEqual([text, loose.test(text)]);
    }
  });

  it.each([
    '[',
    '(',
    'a**',
    '^abc\\Z',
    '\\Aabc',
    '(?i)abc',
    '(?P<n>a)',
    '\\1',
    '[b-a]',
    'a{2,1}',
    '\\',
  ])('refuses %s', (pattern) => {
    expect(sourceOf(pattern)).toBeNull();
  });

  it('refuses a pattern nested too deep to parse instead of overflowing the stack', () => {
    expect(sourceOf('('.repeat(5_000) + ')'.repeat(5_000))).not.toBe('');
    expect(sourceOf('a'.repeat(10_001))).toBeNull();
  });
});
