import { availableParallelism } from 'node:os';
import type { LineLimits } from '../http/fair-line.js';

/** How the worker threads are run. Not of the environment: only tests have other ones. */
export abstract class WorkerSettings {
  /** The URL of the module that the threads run. */
  abstract readonly entry: string;
  /** After this a comparison gives way to others, and is made anew in the line of the hard ones. */
  abstract readonly quickMs: number;
  /** After this a comparison gives itself up. */
  abstract readonly patienceMs: number;
  /** After this the worker is ended and another one started; the wait for it does not count. */
  abstract readonly wallMs: number;
  /** Of one worker; with more it is ended, too. */
  abstract readonly memoryMb: number;
  /** How much later than the thread that answers requests they get the processor, 0 to 19. */
  abstract readonly niceness: number;
  /**
   * Each with worker threads of its own: what takes milliseconds; comparisons, most of which do; and
   * those that turned out to be hard, so that no other ever waits behind one.
   */
  abstract readonly lines: Readonly<Record<Line, LineLimits>>;
}

export type Line = 'light' | 'quick' | 'hard';

/** One core is left to the thread that answers requests; where there is no other they share it. */
const PLACES = Math.min(4, Math.max(1, availableParallelism() - 1));

const LINE: LineLimits = {
  places: PLACES,
  waitingOfOne: 64,
  waitingOfAll: 1_000,
  longestWaitMs: 60_000,
};

export const WORKER_SETTINGS: WorkerSettings = {
  entry: new URL('./worker.js', import.meta.url).href,
  quickMs: 500,
  patienceMs: 5_000,
  wallMs: 10_000,
  memoryMb: 256,
  niceness: 10,
  lines: { light: LINE, quick: LINE, hard: LINE },
};
