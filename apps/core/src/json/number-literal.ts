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
  let start = 0;
  let end = all.length;
  while (start < end && all.charCodeAt(start) === ZERO) start += 1;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end -= 1;
  if (start === end) return { digits: '', exponent: 0 };
  return {
    digits: all.slice(start, end),
    exponent: Number(power) - fraction.length + all.length - end,
  };
};

const ZERO = 48;
