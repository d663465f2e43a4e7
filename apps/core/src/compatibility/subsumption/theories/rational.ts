/** An exact fraction in lowest terms with a positive denominator. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

const gcd = (one: bigint, other: bigint): bigint => {
  let [a, b] = [abs(one), abs(other)];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

export const rational = (num: bigint, den = 1n): Rational => {
  const divisor = gcd(num, den) || 1n;
  const sign = den < 0n ? -1n : 1n;
  return { num: (sign * num) / divisor, den: (sign * den) / divisor };
};

/**
 * The number as the decimal that its shortest text spells: 0.1 is one tenth, not the double next
 * to it, since a schema's author wrote decimals.
 */
export const rationalOf = (value: number): Rational => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0
    ? rational(digits * 10n ** BigInt(shift))
    : rational(digits, 10n ** BigInt(-shift));
};

/** The double whose shortest text spells exactly this fraction, or null where there is none. */
export const numberOf = (value: Rational): number | null => {
  const whole = Number(value.num);
  if (value.den === 1n && Number.isSafeInteger(whole)) return whole;
  const digits = decimalText(value);
  if (digits === null) return null;
  const number = Number(digits);
  return Number.isFinite(number) && equal(rationalOf(number), value) ? number : null;
};

/** `num / den` as a finite decimal, or null where it has none of a sane size. */
const decimalText = ({ num, den }: Rational): string | null => {
  let places = 0;
  let scaled = num;
  let rest = den;
  while (rest !== 1n) {
    if (places > MOST_PLACES) return null;
    places += 1;
    scaled *= 10n;
    const shared = gcd(scaled, rest);
    scaled /= shared;
    rest /= shared;
  }
  return `${scaled.toString()}e-${String(places)}`;
};

/** The smallest double, 5e-324, has this many decimal places. */
const MOST_PLACES = 324;

export const compare = (one: Rational, other: Rational): number => {
  const difference = one.num * other.den - other.num * one.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const equal = (one: Rational, other: Rational): boolean =>
  one.num === other.num && one.den === other.den;

export const isMultiple = (value: Rational, step: Rational): boolean =>
  (value.num * step.den) % (value.den * step.num) === 0n;

/** The smallest positive number that is a multiple of both. */
export const leastCommonMultiple = (one: Rational, other: Rational): Rational => {
  const left = one.num * other.den;
  const right = other.num * one.den;
  return rational((left / gcd(left, right)) * right, one.den * other.den);
};

export const floorDivide = (value: Rational, step: Rational): bigint => {
  const num = value.num * step.den;
  const den = value.den * step.num;
  const quotient = num / den;
  return num % den !== 0n && num < 0n !== den < 0n ? quotient - 1n : quotient;
};

export const times = (value: Rational, factor: bigint): Rational =>
  rational(value.num * factor, value.den);

export const keyOf = ({ num, den }: Rational): string => `${num.toString()}/${den.toString()}`;
