import type { LineLimits } from './fair-line.js';

/** How the worker threads are run. Not of the environment: only tests have other ones. */
export abstract class WorkerSettings {
  /** The URL of the module that the threads run. */
  abstract readonly entry: string;
  /** After this a comparison gives itself up. */
  abstract readonly patienceMs: number;
  /** After this the worker is ended and another one started; the wait for it does not count. */
  abstract readonly wallMs: number;
  /** Of one worker; with more it is ended, too. */
  abstract readonly memoryMb: number;
  /** How much later than the thread that answers requests they get the processor, 0 to 19. */
  abstract readonly niceness: number;
  /** Comparisons may be hard; what else is asked takes milliseconds and has a line of its own. */
  abstract readonly lines: Readonly<Record<'hard' | 'light', LineLimits>>;
}

const LINE: LineLimits = {
  places: 2,
  waitingOfOne: 64,
  waitingOfAll: 1_000,
  longestWaitMs: 60_000,
};

export const WORKER_SETTINGS: WorkerSettings = {
  entry: new URL('./worker.js', import.meta.url).href,
  patienceMs: 5_000,
  wallMs: 10_000,
  memoryMb: 256,
  niceness: 5,
  lines: { hard: LINE, light: LINE },
};
