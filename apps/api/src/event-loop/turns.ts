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

/** Under way, and of the kind that nothing is to hold up. */
let urgent = 0;
const toldOfCalm = new Set<() => void>();
/** However much is urgent, what is not goes on after this. */
const MOST_PATIENCE_MS = 10;

/** Until it has settled, work that takes turns by `calmTurn` leaves the event loop alone. */
export const urgently = async <T>(work: Promise<T>): Promise<T> => {
  urgent += 1;
  try {
    return await work;
  } finally {
    urgent -= 1;
    if (urgent === 0) for (const tell of toldOfCalm) tell();
  }
};

/** A turn of the event loop while nothing urgent is under way, if that is soon. */
export const calmTurn = async (): Promise<void> => {
  if (urgent > 0) await calm();
  // And not before those who waited for what was urgent have gone on.
  await nextTurn();
};

const calm = (): Promise<void> =>
  new Promise((done) => {
    const goOn = (): void => {
      clearTimeout(timer);
      toldOfCalm.delete(goOn);
      done();
    };
    const timer = setTimeout(goOn, MOST_PATIENCE_MS);
    toldOfCalm.add(goOn);
  });

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
