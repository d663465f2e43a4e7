import type { Limit } from '#core/limits/bucket.js';
import { limitIn } from '#core/limits/own-limits.js';

/** `600/m`, or `off`: null. */
export const readLimit = (text: string): { value: Limit | null } | { expected: string } => {
  const value = limitIn(text);
  return value === undefined
    ? { expected: 'a limit such as 600/m, with s, m or h for the period, or off' }
    : { value };
};
