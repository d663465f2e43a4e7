import { fullLevel, levelAt, secondsUntilFull, secondsUntilOne } from './bucket.js';

const LIMIT = { requests: 60, seconds: 30 };

describe('a bucket', () => {
  it('fills steadily, and never over', () => {
    const empty = { tokens: 0, at: 100 };
    expect(levelAt(LIMIT, empty, 105).tokens).toBe(10);
    expect(levelAt(LIMIT, empty, 1_000).tokens).toBe(60);
    expect(levelAt(LIMIT, fullLevel(LIMIT, 0), 7)).toEqual({ tokens: 60, at: 7 });
  });

  it('is not filled by a clock that goes back', () => {
    expect(levelAt(LIMIT, { tokens: 3, at: 100 }, 40).tokens).toBe(3);
  });

  it('says when one passes and when it is full', () => {
    expect(secondsUntilOne(LIMIT, { tokens: 1, at: 0 })).toBe(0);
    expect(secondsUntilOne(LIMIT, { tokens: 0, at: 0 })).toBe(0.5);
    expect(secondsUntilOne(LIMIT, { tokens: -3, at: 0 })).toBe(2);
    expect(secondsUntilFull(LIMIT, { tokens: 0, at: 0 })).toBe(30);
  });
});
