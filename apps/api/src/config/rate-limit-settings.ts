import type { Limit } from '#core/limits/bucket.js';

export const RATE_CLASSES = ['candidates', 'checks', 'reads', 'writes'] as const;

export type RateClass = (typeof RATE_CLASSES)[number];

/** What a key may do in each class; a class that is left out is not limited. */
export type RateLimitSettings = Readonly<Partial<Record<RateClass, Limit>>>;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** `600/m`: so many requests in a second, a minute or an hour, and as many at once; or `off`. */
export const readLimit = (text: string): { value: Limit | null } | { expected: string } => {
  if (text.toLowerCase() === 'off') return { value: null };
  const [, digits = '', unit = ''] = /^(\d{1,9})\/([smh])$/.exec(text) ?? [];
  const seconds = SECONDS[unit];
  return seconds === undefined || Number(digits) < 1
    ? { expected: 'a limit such as 600/m, with s, m or h for the period, or off' }
    : { value: { requests: Number(digits), seconds } };
};
