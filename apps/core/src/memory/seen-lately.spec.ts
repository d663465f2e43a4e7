import { SeenLately } from './seen-lately.js';

describe('what was seen lately', () => {
  it('is known from its second time on', () => {
    const seen = new SeenLately();
    const texts = Array.from({ length: 100 }, (_, number) => `text ${number}`);
    expect([...texts, ''].filter((text) => seen.meet(text))).toEqual([]);
    expect([...texts, ''].filter((text) => seen.meet(text))).toEqual([...texts, '']);
  });

  it('makes way for what is new', () => {
    const seen = new SeenLately();
    seen.meet('first');
    for (let number = 0; number < 500_000; number += 1) seen.meet(`text ${number}`);
    expect(seen.meet('first')).toBe(false);
  });
});
