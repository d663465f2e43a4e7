import fc from 'fast-check';
import {
  ALL_NUMBERS,
  complementNumbers,
  hasNumber,
  intersectNumbers,
  numbersAmong,
  numbersWith,
  uniteNumbers,
  type NumberSet,
} from './numbers.js';
import { numberOf, rationalOf } from './rational.js';
import { sampleNumbers } from './sample-numbers.js';
import { createMeter, isEmptySample } from './sample.js';

const sample = (set: NumberSet, count = 1) => sampleNumbers(set, count, createMeter(200_000));
const simplest = (set: NumberSet) => sample(set).values[0];
const within = (inner: NumberSet, outer: NumberSet) =>
  sample(intersectNumbers(inner, complementNumbers(outer)));
const isProvenWithin = (inner: NumberSet, outer: NumberSet) => isEmptySample(within(inner, outer));

describe('rational numbers', () => {
  it('reads every double as its shortest decimal and gives the same double back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberOf(rationalOf(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('has no double for 2^53 + 1 and none for a third', () => {
    expect(numberOf({ num: 9007199254740993n, den: 1n })).toBeNull();
    expect(numberOf({ num: 1n, den: 3n })).toBeNull();
  });
});

describe('sets of numbers', () => {
  it('offers 0 before 1 before -1 and integers before fractions', () => {
    expect(sample(ALL_NUMBERS, 5)).toEqual({ values: [0, 1, -1, 2, -2], rest: 'some' });
    expect(simplest(numbersWith({ exclusiveMinimum: 0, exclusiveMaximum: 1 }))).toBe(0.1);
    expect(simplest(numbersWith({ minimum: 0.5, maximum: 7.5 }))).toBe(1);
    expect(simplest(numbersWith({ maximum: -3 }))).toBe(-3);
  });

  it('knows that integers are numbers and that numbers are not all integers', () => {
    expect(isProvenWithin(numbersWith({ integer: true }), ALL_NUMBERS)).toBe(true);
    expect(within(ALL_NUMBERS, numbersWith({ integer: true })).values).toEqual([0.1]);
  });

  it('finds integer 1..3 and the enumeration of 1, 2 and 3 to be the same set', () => {
    const range = numbersWith({ integer: true, minimum: 1, maximum: 3 });
    const listed = numbersAmong([1, 2, 3]);
    expect(isProvenWithin(range, listed) && isProvenWithin(listed, range)).toBe(true);
    expect(within(range, numbersAmong([1, 3])).values).toEqual([2]);
  });

  it('takes 0.3 for a multiple of 0.1', () => {
    expect(hasNumber(numbersWith({ multipleOf: 0.1 }), 0.3)).toBe(true);
    expect(isProvenWithin(numbersWith({ multipleOf: 0.3 }), numbersWith({ multipleOf: 0.1 }))).toBe(
      true,
    );
  });

  it('joins lattices by their least common multiple', () => {
    const both = intersectNumbers(numbersWith({ multipleOf: 4 }), numbersWith({ multipleOf: 6 }));
    expect(isProvenWithin(both, numbersWith({ multipleOf: 12 }))).toBe(true);
    expect(within(both, numbersWith({ multipleOf: 24 })).values).toEqual([12]);
    const fine = numbersWith({ multipleOf: 0.01, exclusiveMinimum: 0, exclusiveMaximum: 0.01 });
    expect(isEmptySample(sample(fine))).toBe(true);
  });

  it('finds what lies beyond every grid near zero', () => {
    expect(simplest(numbersWith({ exclusiveMinimum: 1e300, integer: true }))).toBeGreaterThan(
      1e300,
    );
    expect(
      simplest(numbersWith({ exclusiveMinimum: 0, exclusiveMaximum: 1e-300 })),
    ).toBeGreaterThan(0);
    expect(
      simplest(numbersWith({ exclusiveMinimum: 0.1, exclusiveMaximum: 0.1000000000001 })),
    ).toBe(0.10000000000001);
  });

  it('is undecided, never empty, where the only members are spelt by no double', () => {
    const gap = numbersWith({
      exclusiveMinimum: 2 ** 53,
      exclusiveMaximum: 2 ** 53 + 2,
      integer: true,
    });
    expect(sample(gap)).toEqual({ values: [], rest: 'number' });
  });

  it('gives up by budget and not by hanging', () => {
    const listed = numbersAmong(Array.from({ length: 5000 }, (_, index) => index));
    const rest = intersectNumbers(
      numbersWith({ integer: true, minimum: 0 }),
      complementNumbers(listed),
    );
    expect(sample(rest).values).toEqual([5000]);
    expect(sampleNumbers(rest, 1, createMeter(100))).toEqual({ values: [], rest: 'budget' });
  });

  it('counts a finite set to its end', () => {
    expect(sample(numbersWith({ integer: true, minimum: 1, maximum: 3 }), 9)).toEqual({
      values: [1, 2, 3],
      rest: 'none',
    });
  });
});

describe('the algebra of number sets', () => {
  const value = fc.oneof(
    fc.integer({ min: -6, max: 6 }),
    fc.constantFrom(0.5, -0.5, 1.25, 0.1, 2.2),
  );
  const step = fc.constantFrom(1, 2, 3, 0.5, 0.1);
  const leaf: fc.Arbitrary<NumberSet> = fc.oneof(
    fc.array(value, { maxLength: 4 }).map(numbersAmong),
    fc
      .record(
        {
          minimum: value,
          exclusiveMinimum: value,
          maximum: value,
          exclusiveMaximum: value,
          multipleOf: step,
          integer: fc.boolean(),
        },
        { requiredKeys: [] },
      )
      .map(numbersWith),
  );
  const set = fc.letrec<{ set: NumberSet }>((tie) => ({
    set: fc.oneof(
      { maxDepth: 3 },
      leaf,
      tie('set').map(complementNumbers),
      fc.tuple(tie('set'), tie('set')).map(([one, other]) => intersectNumbers(one, other)),
      fc.tuple(tie('set'), tie('set')).map(([one, other]) => uniteNumbers(one, other)),
    ),
  })).set;

  it('agrees with membership, point by point', () => {
    fc.assert(
      fc.property(set, set, value, (one, other, x) => {
        if (one.gaveUp !== null || other.gaveUp !== null) return;
        const [a, b] = [hasNumber(one, x), hasNumber(other, x)];
        const orUnknown = (answer: boolean) => [answer, null];
        expect(orUnknown(a === true && b === true)).toContain(
          hasNumber(intersectNumbers(one, other), x),
        );
        expect(orUnknown(a === true || b === true)).toContain(
          hasNumber(uniteNumbers(one, other), x),
        );
        expect(orUnknown(a !== true)).toContain(hasNumber(complementNumbers(one), x));
      }),
    );
  });

  it('samples only members and calls nothing empty that has one', () => {
    fc.assert(
      fc.property(set, value, (one, x) => {
        const { values, rest } = sample(one, 3);
        for (const found of values) expect(hasNumber(one, found)).toBe(true);
        if (rest === 'none' && hasNumber(one, x) === true) expect(values).toContain(x);
      }),
    );
  });
});
