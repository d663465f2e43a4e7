import { matchesLinearly, matchesNatively } from './native-match.js';

describe('patterns that are run as they are', () => {
  it('are run where they have few ways to go', () => {
    expect(matchesNatively('(a)\\1(b)\\2', 'xaabb')).toBe(true);
    expect(matchesNatively('^a{3}$', 'aaa')).toBe(true);
    expect(matchesNatively('^a*b$', 'aaaaaaac')).toBe(false);
  });

  it('are not run where the ways double with each character or choice', () => {
    const optional = `^${'a?'.repeat(3_000)}${'a'.repeat(3_000)}$`;
    expect(matchesNatively(optional, 'aaaaa')).toBeNull();
    expect(matchesNatively('^(a?){3000}a{3000}$', 'aaaaa')).toBeNull();
    expect(matchesNatively('^(a|a|a|a)+$', 'aaaaaaaaaaaaaaab')).toBeNull();
    expect(matchesNatively('^(?:(?:(?:a*)*)*)*$', 'aaaaaaaaaaab')).toBeNull();
  });

  it('are run on a long text only where they are proved to be linear', () => {
    const text = 'a'.repeat(1_000);
    expect(matchesNatively('^[a-z]+$', text)).toBeNull();
    expect(matchesLinearly('^[a-z]+$', text)).toBe(true);
    expect(matchesLinearly('^(a+)+$', text)).toBeNull();
    expect(matchesLinearly(`^${'a?'.repeat(50)}${'a'.repeat(50)}$`, text)).toBeNull();
  });
});
