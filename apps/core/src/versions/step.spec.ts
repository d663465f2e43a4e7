import fc from 'fast-check';
import { BUMPS } from '../compatibility/finding.js';
import { isBelow } from './precedence.js';
import { number } from './sample-offer.js';
import { breakingSlot, declaredBump, fits, nextNumber, nextPatch } from './step.js';
import { stableVersion } from './version.js';

describe('what a step is good for', () => {
  it.each([
    ['1.2.3', '1.2.4', 'patch'],
    ['1.2.3', '1.2.9', 'patch'],
    ['1.2.3', '1.3.0', 'minor'],
    ['1.2.3', '1.5.7', 'minor'],
    ['1.2.3', '2.0.0', 'major'],
    ['0.1.0', '0.1.1', 'minor'],
    ['0.1.0', '0.2.0', 'major'],
    ['0.0.1', '0.0.2', 'major'],
    ['0.0.9', '0.1.0', 'major'],
    ['0.9.0', '1.0.0', 'major'],
    ['1.2.3', '1.3.0-rc.1', 'minor'],
    ['1.2.3', '2.0.0-rc.1', 'major'],
    ['0.1.0', '0.1.1-rc.1', 'minor'],
    ['1.3.0-rc.1', '1.3.0-rc.2', 'major'],
    ['1.3.0-rc.1', '1.3.0', 'major'],
  ])('%s → %s is %s', (from, to, bump) => {
    expect(declaredBump(number(from), number(to))).toBe(bump);
  });

  it('carries what is no larger than it', () => {
    const carried = BUMPS.map((declared) => BUMPS.filter((required) => fits(required, declared)));
    expect(carried.map((list) => list.length)).toEqual([1, 2, 3, 4]);
  });
});

describe('the next number', () => {
  it.each([
    ['1.2.3', 'none', '1.2.4'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['0.1.2', 'patch', '0.1.3'],
    ['0.1.2', 'minor', '0.1.3'],
    ['0.1.2', 'major', '0.2.0'],
    ['0.0.3', 'major', '0.0.4'],
  ] as const)('after %s for %s is %s', (from, bump, next) => {
    expect(nextNumber(number(from), bump)?.text).toBe(next);
  });

  it('is none where numbers run out', () => {
    const last = Number.MAX_SAFE_INTEGER;
    expect(nextNumber(stableVersion(last, 0, 0), 'major')).toBeNull();
    expect(nextPatch(stableVersion(1, 0, last))).toBeNull();
  });

  it('lies above, carries the bump, and no lower number does', () => {
    const part = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(part, part, part, fc.constantFrom(...BUMPS), (major, minor, patch, bump) => {
        const from = stableVersion(major, minor, patch);
        const next = nextNumber(from, bump);
        if (next === null) throw new Error('the numbers are small');
        expect(fits(bump, declaredBump(from, next))).toBe(true);
        const range = Array.from({ length: 7 }, (_, index) => index);
        const lower = range
          .flatMap((a) => range.flatMap((b) => range.map((c) => stableVersion(a, b, c))))
          .filter((other) => isBelow(from, other) && isBelow(other, next));
        expect(lower.filter((other) => fits(bump, declaredBump(from, other)))).toEqual([]);
      }),
    );
  });
});

describe('the breaking slot', () => {
  it('is the major, and the minor under 0', () => {
    const slots = ['1.2.3', '1.9.0-rc.1', '2.0.0', '0.1.5', '0.2.0', '0.0.7'];
    expect(slots.map((text) => breakingSlot(number(text)))).toEqual([
      ...['1', '1', '2', '0.1', '0.2', '0.0'],
    ]);
  });
});
