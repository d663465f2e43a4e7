import fc from 'fast-check';
import { Remembered } from './remembered.js';

describe('what is remembered', () => {
  it('never weighs more than it may, and is what was said last', () => {
    const said = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(12));
    fc.assert(
      fc.property(fc.array(said), (all) => {
        const remembered = new Remembered<string, number>(10);
        const last = new Map<string, number>();
        for (const [key, weight] of all) {
          remembered.set(key, weight, weight);
          last.set(key, weight);
          const kept = [...last.keys()].flatMap((each) => remembered.get(each) ?? []);
          expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(10);
          expect(kept).toHaveLength(remembered.size);
          for (const [each, value] of last) {
            expect([value, undefined]).toContain(remembered.get(each));
          }
          expect(remembered.get(key)).toBe(weight <= 10 ? weight : undefined);
        }
      }),
    );
  });

  it('forgets the oldest first, and all of it at once', () => {
    const remembered = new Remembered<string, string>(3);
    for (const key of ['a', 'b', 'c', 'd']) remembered.set(key, key, 1);
    expect(['a', 'b', 'c', 'd'].map((key) => remembered.get(key))).toEqual([
      undefined,
      'b',
      'c',
      'd',
    ]);
    remembered.clear();
    expect(remembered.size).toBe(0);
    remembered.set('e', 'e', 3);
    expect(remembered.get('e')).toBe('e');
  });

  it('stays while it is asked for again, however much comes only once', () => {
    const remembered = new Remembered<string, string>(10);
    for (const key of ['a', 'b']) remembered.set(key, key, 2);
    expect(remembered.get('a')).toBe('a');
    for (let at = 0; at < 100; at++) remembered.set(`once ${at}`, '', 1);
    expect([remembered.get('a'), remembered.get('b')]).toEqual(['a', undefined]);
    expect(remembered.size).toBe(9);
  });

  it('makes way when enough else recurs, and when there is no other room', () => {
    const remembered = new Remembered<string, string>(10);
    const recurring = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const key of recurring) {
      remembered.set(key, key, 1);
      remembered.get(key);
    }
    for (let at = 0; at < 100; at++) remembered.set(`once ${at}`, '', 1);
    const kept = recurring.filter((key) => remembered.get(key) !== undefined);
    expect(kept).toEqual(['b', 'c', 'd', 'e', 'f']);
    remembered.set('g', 'g', 10);
    expect([remembered.get('g'), remembered.size]).toEqual(['g', 1]);
  });
});
