/**
 * Whether the literal says exactly what will be read back: the decimal value of the literal is that
 * of the shortest decimal of its double (what ECMAScript prints). 1.0 and 1e2 are, 2^53+1, 1e400
 * and 1e-400 are not. The literal must fit the grammar of RFC 8259.
 */
export const isExactNumber = (literal: string, value: number): boolean => {
  // Up to 15 digits in the normal range always survive the way to a double and back.
  if (literal.length <= 15 && !/[eE]/.test(literal)) return true;
  if (!Number.isFinite(value)) return false;
  const written = decimal(literal);
  const read = decimal(String(value));
  return written.digits === read.digits && written.exponent === read.exponent;
};

/** The absolute value as `digits × 10^exponent`, without zeros at either end of the digits. */
const decimal = (literal: string): { digits: string; exponent: number } => {
  const unsigned = literal.startsWith('-') ? literal.slice(1) : literal;
  const [mantissa = '', power = '0'] = unsigned.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const [start, end] = withoutZeros(all);
  if (start === end) return { digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + all.length - end;
  return { digits: all.slice(start, end), exponent };
};

/** By hand, since an expression such as `0+$` takes quadratic time on hostile digits. */
const withoutZeros = (digits: string): [start: number, end: number] => {
  let start = 0;
  let end = digits.length;
  while (start < end && digits.charCodeAt(start) === ZERO) start += 1;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return [start, end];
};

const ZERO = 48;
