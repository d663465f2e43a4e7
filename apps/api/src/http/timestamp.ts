import { Problem } from './problem.js';

/** A point in time as RFC 3339 writes it; `readTimestamp` tells 30 February from a day. */
export const TIMESTAMP = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})$',
} as const;

/** The time that a member of the body or a parameter states; one that no calendar has is refused with its place. */
export const readTimestamp = (
  text: string,
  pointer: string,
  code: 'body-invalid' | 'query-invalid' = 'body-invalid',
): Date => {
  const time = new Date(text);
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0));
  if (isTold(time) && day <= lastDay.getUTCDate()) return time;
  throw new Problem(code, {
    detail: `${pointer} is not a point in time.`,
    errors: [{ pointer, code: 'malformed', message: 'must be a date and time that exist' }],
  });
};

/** Whether RFC 3339 can write it in UTC as well, whose years have four digits; the database has no year 0. */
const isTold = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;
