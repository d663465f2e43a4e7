import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop of one's own. Long work that asks for one between its slices
 * holds up the others for a slice at most, however much of such work there is at a time: one turn is
 * given to one of them.
 */
export const nextTurn = (): Promise<void> => {
  last = last.then(() => setImmediate());
  return last;
};
