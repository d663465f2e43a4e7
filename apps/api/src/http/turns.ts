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

/** Work of one kind that may do so much in a turn of the event loop, however many are at it. */
export class SharedTurn {
  private done = 0;

  constructor(private readonly most: number) {}

  /** Call before each slice of the work. Within what is left of the turn there is no wait. */
  async admit(cost: number): Promise<void> {
    if (this.done > 0 && this.done + cost > this.most) {
      await nextTurn();
      this.done = 0;
    }
    this.done += cost;
  }
}
