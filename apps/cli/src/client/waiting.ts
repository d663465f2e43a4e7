/** However long a service asks for, nobody waits longer than this in front of a terminal. */
const LONGEST_WAIT_MS = 30_000;

/** `Retry-After` (RFC 9110, 10.2.3) in seconds or as a date; undefined where it says nothing. */
export const retryAfterMs = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
};

const LONGEST_BACKOFF_MS = 10_000;

/** 200 ms, 400 ms, 800 ms …: a service that restarts is back within a few of them. */
export const backoffMs = (tries: number): number => Math.min(100 * 2 ** tries, LONGEST_BACKOFF_MS);
