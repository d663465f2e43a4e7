import { NotServed } from '../http/fair-line.js';
import { Problem } from '../http/problem.js';

/** A comparison was not quick, nor did it give up by itself; it is begun anew elsewhere. */
export class Late extends Error {}

export const fail = (error: Error): never => {
  throw error;
};

/** What a caller is told, where it was no fault of ours. */
export const problemOf = (error: unknown): unknown =>
  error instanceof NotServed ? REFUSALS[error.reason]() : error;

export const tooSlow = (ms: number): Problem =>
  new Problem('check-too-slow', {
    detail: `The check was given up after ${ms / 1_000} seconds.`,
    headers: { 'retry-after': '5' },
  });

/** One that had not begun was lost with others, or found nobody to work on it. */
export const lost = (isBegun: boolean): Problem =>
  new Problem('check-too-slow', {
    detail: isBegun
      ? 'The check took more than it is given, and was ended.'
      : 'The check was lost before it had an answer.',
    headers: { 'retry-after': '5' },
  });

export const refused = (quietMs: number): Problem =>
  new Problem('check-too-slow', {
    detail: 'This check has ended two workers, and is not tried again for some minutes.',
    headers: { 'retry-after': String(Math.ceil(quietMs / 1_000)) },
  });

const unserved = (detail: string) => (): Problem =>
  new Problem('check-too-slow', { detail, headers: { 'retry-after': '5' } });

const REFUSALS: Readonly<Record<NotServed['reason'], () => Problem>> = {
  'too-many-of-one': () =>
    new Problem('too-many-checks', {
      detail: 'Too many checks of this key are waiting.',
      headers: { 'retry-after': '2' },
    }),
  'too-many': unserved('Too many checks are waiting.'),
  'waited-too-long': unserved('The check waited too long for its turn.'),
  closed: unserved('This replica is stopping.'),
  gone: unserved('The client has closed the connection, so that its checks were dropped.'),
};
