import fc from 'fast-check';
import {
  clearBit,
  countBits,
  emptyMask,
  forEachBit,
  fullMask,
  grownMask,
  hasBit,
  intersection,
  maskOf,
  narrow,
  narrowToAny,
  unite,
  type Mask,
} from './mask.js';

const SIZE = 200;

const slots = fc.uniqueArray(fc.nat(SIZE - 1));

const slotsIn = (mask: Mask): number[] => {
  const found: number[] = [];
  forEachBit(mask, (slot) => found.push(slot));
  return found;
};

const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b);

describe('a mask', () => {
  it('holds exactly the slots that were set', () => {
    fc.assert(
      fc.property(slots, (set) => {
        const mask = maskOf(set, SIZE);
        expect(slotsIn(mask)).toEqual(ascending(set));
        expect(countBits(mask)).toBe(set.length);
        expect([...Array(SIZE).keys()].filter((slot) => hasBit(mask, slot))).toEqual(
          ascending(set),
        );
      }),
    );
  });

  it('is the set in common when two meet', () => {
    fc.assert(
      fc.property(slots, slots, (a, b) => {
        const common = intersection(maskOf(a, SIZE), maskOf(b, SIZE + 64));
        expect(slotsIn(common)).toEqual(ascending(a.filter((slot) => b.includes(slot))));
      }),
    );
  });

  it('takes up another and is narrowed to another in place', () => {
    fc.assert(
      fc.property(slots, slots, (a, b) => {
        const united = maskOf(a, SIZE);
        unite(united, maskOf(b, SIZE));
        expect(slotsIn(united)).toEqual(ascending([...new Set([...a, ...b])]));
        narrow(united, maskOf(b, SIZE));
        expect(slotsIn(united)).toEqual(ascending(b));
        narrow(united, emptyMask(0));
        expect(slotsIn(united)).toEqual([]);
      }),
    );
  });

  it('is narrowed to what is in any of some others, however many and however short', () => {
    fc.assert(
      fc.property(slots, fc.array(slots, { maxLength: 7 }), (kept, others) => {
        const mask = maskOf(kept, SIZE);
        narrowToAny(
          mask,
          others.map((other) => maskOf(other, Math.max(0, ...other) + 1)),
        );
        expect(slotsIn(mask)).toEqual(
          ascending(kept.filter((slot) => others.flat().includes(slot))),
        );
      }),
    );
  });

  it.each([0, 1, 31, 32, 33, 64, 200])('is full up to its size of %d and no further', (size) => {
    expect(slotsIn(fullMask(size))).toEqual([...Array(size).keys()]);
    expect(hasBit(fullMask(size), size)).toBe(false);
  });

  it('keeps its slots as it grows and forgets those that are cleared', () => {
    const mask = grownMask(maskOf([3, 31], 32), 100);
    clearBit(mask, 3);
    expect(slotsIn(mask)).toEqual([31]);
    expect(slotsIn(emptyMask(40))).toEqual([]);
  });
});
