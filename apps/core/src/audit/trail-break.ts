import type { Checkpoint } from './checkpoint.js';
import type { Link, LinkReading } from './verify-chain.js';

/** What became of a trail: the first event that does not fit, and how. */
export interface TrailBreak {
  readonly kind: 'altered' | 'missing' | 'inserted' | 'reordered' | 'truncated' | 'forked';
  readonly seq: number;
  readonly reason: string;
}

/**
 * An event that names another predecessor than the one before it. Its successor says which of the two
 * was touched: it names the hash of this one where this one is as it was.
 */
export const afterUnfit = (unfit: Link, before: Link | null, next: LinkReading): TrailBreak => {
  if (next.ok && next.seq === unfit.seq && next.prev === before?.hash) {
    return {
      kind: 'inserted',
      seq: unfit.seq,
      reason: `this event stands where another of its number fits`,
    };
  }
  return unfitAtEnd(unfit, before, next.ok && next.seq > unfit.seq ? next.prev : null);
};

/** The same where `vouched` is the hash that something else names for this event. */
export const unfitAtEnd = (unfit: Link, before: Link | null, vouched: string | null): TrailBreak =>
  vouched === unfit.hash && before !== null
    ? {
        kind: 'altered',
        seq: before.seq,
        reason: 'the event after it names another hash for it than it has',
      }
    : { kind: 'altered', seq: unfit.seq, reason: 'the event names another predecessor' };

/** A number that was there before. */
export const repeated = (link: Link, before: Link | null): TrailBreak =>
  link.seq === before?.seq && link.prev === before.prev && link.hash !== before.hash
    ? {
        kind: 'forked',
        seq: link.seq,
        reason: 'two events have this number and the same predecessor',
      }
    : { kind: 'inserted', seq: link.seq, reason: 'an event of this number is there already' };

/** An event that has another hash than was signed for its number; `next` is what follows it. */
export const disputed = (link: Link, signed: Checkpoint, next: string | null): TrailBreak =>
  next === signed.head
    ? {
        kind: 'altered',
        seq: link.seq,
        reason: `the event is not the one that was signed at ${signed.at}, which its successor names`,
      }
    : {
        kind: 'forked',
        seq: link.seq,
        reason: `the events up to this one are not those that were signed at ${signed.at}, though they fit each other`,
      };

/** An event that came before its turn, and what the rest of the trail showed of it. */
export interface Early {
  readonly link: Link;
  readonly expected: number;
  expectedCame: boolean;
  cameAgain: boolean;
}

export const earlyAtEnd = ({ link, expected, expectedCame, cameAgain }: Early): TrailBreak => {
  if (!expectedCame) {
    const last = link.seq - 1;
    const which = last === expected ? `event ${expected} is` : `events ${expected} to ${last} are`;
    return { kind: 'missing', seq: expected, reason: `${which} missing` };
  }
  return cameAgain
    ? { kind: 'inserted', seq: link.seq, reason: 'an event of this number comes later as well' }
    : {
        kind: 'reordered',
        seq: expected,
        reason: `the event stands further down, and event ${link.seq} in its place`,
      };
};
