import { Piscina } from 'piscina';
import { codeOf } from '../config/system-error.js';
import { runningFor, type Answers, type Begun, type Order, type Outcome } from './jobs.js';
import { Wall } from './wall.js';

/** How the threads of a crew are run. */
export interface CrewSettings {
  /** The URL of the module that the threads run. */
  readonly entry: string;
  readonly memoryMb: number;
  readonly niceness: number;
  readonly threads: number;
}

const IDLE_MS = 60_000;
const YOUNG_MB = 32;

/** The worker threads, each of which is ended and replaced where it takes more than it is given. */
export class Crew {
  private readonly pool: Piscina;

  constructor({ entry, memoryMb, threads }: CrewSettings, onLostThread: (reason: string) => void) {
    this.pool = new Piscina({
      filename: entry,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      recordTiming: false,
    });
    // A worker that dies with nothing to do; unheard, the event would end the process.
    this.pool.on('error', (error) => onLostThread(String(error)));
  }

  async run({ wallMs, ...order }: Order, begun: Begun): Promise<Outcome> {
    const wall = new Wall(begun, wallMs);
    try {
      const answers = await this.pool.run({ ...order, begun }, { signal: wall.signal });
      return { answers: answers as Answers }; // what worker.ts answers
    } catch (error) {
      const isLate = wall.signal.aborted;
      if (!isLate && !isLost(error)) return { fault: faultOf(error) };
      return { ended: isLate ? 'late' : 'lost', isBegun: runningFor(begun) !== null };
    } finally {
      wall.takeDown();
    }
  }
}

/** Ended from outside, or by its limit of memory; whatever else it throws is a fault of ours. */
const isLost = (error: unknown): boolean =>
  codeOf(error).startsWith('ERR_WORKER_') ||
  (error instanceof Error && /^(worker exited|Terminating worker)/.test(error.message));

const faultOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
