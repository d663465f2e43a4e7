/** Seconds until the next attempt, after so many that failed: a good day in all. */
export const RETRY_AFTER_S = [
  ...[5, 30, 120, 600, 1_800],
  ...[3_600, 7_200, 14_400, 28_800, 43_200],
] as const;

/** So long in vain, and the receiver is taken to be gone. */
export const GIVE_UP_AFTER_DAYS = 3;

/** What came of one attempt. */
export type Attempt = 'delivered' | 'failed' | 'gone';

export interface DeliveryFacts {
  /** How often this event was tried, this attempt included. */
  readonly attempts: number;
  /**
   * For how long it was tried in vain since the last delivery: the waits between attempts. Days on
   * which nothing happened, or on which nobody tried, say nothing of a receiver.
   */
  readonly failingMs: number;
  /** From 0 to 1, drawn anew each time, so that receivers are not asked all at once. */
  readonly random: number;
}

export type DeliveryDecision =
  | { readonly next: 'go-on' }
  | { readonly next: 'retry'; readonly afterMs: number }
  /** This event goes to the dead letters, and the next one has its turn. */
  | { readonly next: 'dead-letter' }
  /** Nothing more is sent until somebody resumes it; what is not delivered waits in order. */
  | { readonly next: 'suspend'; readonly why: string };

/**
 * What becomes of an event after an attempt to deliver it. One that is refused for a day must not hold
 * up those behind it for ever; a receiver that takes nothing for days, or says that it is gone (410),
 * is left alone, and then nothing is lost, as the events stay in the trail.
 */
export const decideDelivery = (attempt: Attempt, facts: DeliveryFacts): DeliveryDecision => {
  if (attempt === 'delivered') return { next: 'go-on' };
  if (attempt === 'gone') return { next: 'suspend', why: 'the receiver answered 410' };
  if (isGivenUp(facts)) {
    return { next: 'suspend', why: `nothing could be delivered for ${GIVE_UP_AFTER_DAYS} days` };
  }
  const seconds = RETRY_AFTER_S[facts.attempts - 1];
  if (seconds === undefined) return { next: 'dead-letter' };
  return { next: 'retry', afterMs: Math.round(seconds * 1_000 * (0.8 + 0.4 * facts.random)) };
};

const isGivenUp = ({ failingMs }: DeliveryFacts): boolean =>
  failingMs >= GIVE_UP_AFTER_DAYS * 86_400_000;
