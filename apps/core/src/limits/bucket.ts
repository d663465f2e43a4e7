/** So many requests at once, and as many again in each period. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** What is left of a limit at a moment, in seconds of whatever clock; below zero where it was overdrawn. */
export interface Level {
  readonly tokens: number;
  readonly at: number;
}

const rateOf = ({ requests, seconds }: Limit): number => requests / seconds;

/** A bucket that nobody has drawn from. */
export const fullLevel = ({ requests }: Limit, now: number): Level => ({
  tokens: requests,
  at: now,
});

/** The level at `now`: a bucket fills steadily, and never over. A clock that went back changes nothing. */
export const levelAt = (limit: Limit, { tokens, at }: Level, now: number): Level => ({
  tokens: Math.min(limit.requests, tokens + Math.max(0, now - at) * rateOf(limit)),
  at: now,
});

/** Seconds until one request may pass; 0 where one may now. */
export const secondsUntilOne = (limit: Limit, { tokens }: Level): number =>
  tokens >= 1 ? 0 : (1 - tokens) / rateOf(limit);

/** Seconds until the bucket is full. */
export const secondsUntilFull = (limit: Limit, { tokens }: Level): number =>
  Math.max(0, limit.requests - tokens) / rateOf(limit);
