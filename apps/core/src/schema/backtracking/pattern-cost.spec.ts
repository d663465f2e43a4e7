import { readPattern } from '../patterns.js';
import { patternCost } from './pattern-cost.js';

const cost = (pattern: string): string => {
  const reading = readPattern(pattern);
  return reading.ok ? patternCost(reading.tree) : reading.message;
};

describe('the cost of a failing match', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(\\w+\\s?)*$',
    '^([a-zA-Z0-9]+)*@x$',
    '(x+x+)+y',
    '^(a?b?|a)*$',
    '^(.*a){11,}$',
    '^((ab)*)*c',
    '^(a(?:x*|y*))*b',
    '^(\\d+){1,40}$',
    '^(?:(?:a|a)*b)*',
    '^(?=(a+)+$)',
    '^([a-z]+[a-z.]*)+!$',
    '^(a|[^b])*c$',
    '(.*)*=',
  ])('is exponential for %s', (pattern) => {
    expect(cost(pattern)).toBe('exponential');
  });

  it.each(['^\\s*\\s*$', '^a*b?a*$', '^.*x.*y.*$', '^\\d+-?\\d+$', '^[a-z.]+(?:[-.a-z]*)$'])(
    'is polynomial for %s',
    (pattern) => {
      expect(cost(pattern)).toBe('polynomial');
    },
  );

  it.each([
    '^[a-z]+$',
    '^(a|b)*$',
    '^(ab?)*$',
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^([a-z]{1,63}\\.)+[a-z]{2,6}$',
    '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
    '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?:\\.\\d+)?Z$',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$',
    '^(a+)+',
    '(a|a)*',
    '^#[0-9a-f]{3}([0-9a-f]{3})?$',
    '^"(?:[^"\\\\]|\\\\.)*"$',
    '^(?!.*\\.\\.)[a-z.]+$',
    '^(a)\\1$',
    '',
  ])('is none to speak of for %s', (pattern) => {
    expect(cost(pattern)).toBe('none');
  });

  it('is soon told even of large patterns', () => {
    const words = Array.from({ length: 900 }, (_, index) => `w${index}`).join('|');
    expect(cost(`^(${words})$`)).toBe('none');
    expect(cost(`^(${words})*$`)).toMatch(/unknown|none|exponential/);
    expect(cost(`^${'(a{1,9}'.repeat(6)}${'){1,9}'.repeat(6)}$`)).toBe('exponential');
  });
});
