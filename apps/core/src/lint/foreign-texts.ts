import type { Json } from '../json/value.js';
import { matchesLinearly, matchesNatively } from '../schema/backtracking/native-match.js';

/**
 * Whether a pattern lets one of these texts through. One that is missing keeps nothing out; of one
 * that cannot be run safely nothing is said here.
 */
export const letsThrough = (pattern: Json | undefined, texts: readonly string[]): boolean =>
  typeof pattern !== 'string' ||
  texts.some((text) => (matchesNatively(pattern, text) ?? matchesLinearly(pattern, text)) === true);
