import { Breaker } from './breaker.js';

describe('the breaker of the check workers', () => {
  let now = 0;
  const breaker = (): Breaker => new Breaker(() => now);

  it('opens for a question that has ended two workers, and closes after a while', () => {
    const one = breaker();
    expect(one.quietFor('endless')).toBe(0);
    one.ended(['endless']);
    expect([one.isSuspect('endless'), one.quietFor('endless')]).toEqual([true, 0]);
    one.ended(['endless']);
    expect([one.quietFor('endless'), one.quietFor('other')]).toEqual([600_000, 0]);
    now += 600_000;
    expect([one.quietFor('endless'), one.isSuspect('endless')]).toEqual([0, false]);
    one.ended(['endless']);
    expect(one.quietFor('endless')).toBe(0);
  });

  it('blames none of several: each is alone before it is refused', () => {
    const one = breaker();
    one.ended(['a', 'b']);
    one.ended(['a', 'b']);
    expect([one.isSuspect('a'), one.quietFor('a'), one.quietFor('b')]).toEqual([true, 0, 0]);
    one.ended(['b']);
    expect([one.quietFor('a'), one.quietFor('b')]).toEqual([0, 600_000]);
  });

  it('forgets the oldest of very many', () => {
    const one = breaker();
    for (const question of ['first', 'first', 'last', 'last']) one.ended([question]);
    for (let at = 0; at < 999; at += 1) one.ended([`${String(at)}`]);
    expect([one.quietFor('first'), one.quietFor('last')]).toEqual([0, 600_000]);
  });
});
