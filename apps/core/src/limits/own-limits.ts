import type { FieldError } from '../problems/field-error.js';
import type { Limit } from './bucket.js';

export const RATE_CLASSES = ['candidates', 'checks', 'reads', 'writes'] as const;

export type RateClass = (typeof RATE_CLASSES)[number];

/** What a key may do in each class; a class that is left out is not limited. */
export type RateLimitSettings = Readonly<Partial<Record<RateClass, Limit>>>;

/** Where a key differs from the deployment: a limit of its own, or none at all (null). */
export type OwnLimits = Readonly<Partial<Record<RateClass, Limit | null>>>;

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
]);

/** `600/m`: so many requests in a second, a minute or an hour, and as many at once; null for `off`. */
export const limitIn = (text: string): Limit | null | undefined => {
  if (text.toLowerCase() === 'off') return null;
  const [, digits = '', unit = ''] = /^(\d{1,9})\/([smh])$/.exec(text) ?? [];
  const seconds = SECONDS.get(unit);
  return seconds === undefined || Number(digits) < 1
    ? undefined
    : { requests: Number(digits), seconds };
};

/** As `limitIn` reads it. */
export const limitText = (limit: Limit | null): string => {
  if (limit === null) return 'off';
  const [unit = 's'] = [...SECONDS].find(([, seconds]) => seconds === limit.seconds) ?? [];
  return `${limit.requests}/${unit}`;
};

/**
 * Where limits of a key allow more than the deployment does, with pointers to them. Limits protect
 * everybody, so that only who administers everything may lift one: for the others this is a refusal.
 */
export const widerThan = (own: OwnLimits, deployment: RateLimitSettings): FieldError[] =>
  RATE_CLASSES.filter((name) => isWider(own[name], deployment[name])).map((name) => ({
    pointer: `/rate_limits/${name}`,
    code: 'beyond-grant',
    message: 'allows more than the deployment does; that takes an admin of all namespaces',
  }));

const isWider = (own: Limit | null | undefined, general: Limit | undefined): boolean => {
  if (own === undefined || general === undefined) return false;
  if (own === null) return true;
  return (
    own.requests > general.requests ||
    own.requests / own.seconds > general.requests / general.seconds
  );
};
