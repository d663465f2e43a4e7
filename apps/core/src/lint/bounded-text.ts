import { getLengthRange } from 'regexp-ast-analysis';
import type { Json } from '../json/value.js';
import { readPattern } from '../schema/patterns.js';

/** Formats whose texts are short by their grammar. */
const SHORT_FORMATS: ReadonlySet<Json> = new Set([
  ...['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6'],
]);

/** Whether a format, or a pattern anchored at both ends, leaves only texts of bounded length. */
export const boundsLength = (format: Json | undefined, pattern: Json | undefined): boolean =>
  (format !== undefined && SHORT_FORMATS.has(format)) ||
  (typeof pattern === 'string' && isBounded(pattern));

const isBounded = (pattern: string): boolean => {
  const reading = readPattern(pattern);
  if (!reading.ok) return false;
  return reading.tree.alternatives.every((alternative) => {
    const [first] = alternative.elements;
    const last = alternative.elements.at(-1);
    const anchored =
      first?.type === 'Assertion' &&
      first.kind === 'start' &&
      last?.type === 'Assertion' &&
      last.kind === 'end';
    return anchored && getLengthRange(alternative, { unicode: true }).max !== Infinity;
  });
};
