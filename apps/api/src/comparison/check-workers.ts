import { performance } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Log } from '../config/log.js';
import { Problem } from '../http/problem.js';
import { Meters } from '../metrics/meters.js';
import type { Answer, Asked, Job, Kind } from './jobs.js';
import { WorkerSettings } from './worker-settings.js';

/** One is left to everybody else while a hard question keeps the other. */
const THREADS = 2;
const IDLE_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** So many questions travel together: little is copied at a time, and a bulk lets others in between. */
const PARCEL = 8;

/**
 * Asks the core in worker threads what may take longer than others can wait: a hostile schema costs
 * seconds of CPU. They start with the first question and end with the application.
 */
@Injectable()
export class CheckWorkers implements OnApplicationShutdown {
  private pool: Piscina | undefined;
  private waiting = 0;

  constructor(
    private readonly settings: WorkerSettings,
    private readonly log: Log,
    private readonly meters: Meters,
  ) {}

  /** How many parcels are with the workers, or wait for one. */
  get waitingNow(): number {
    return this.waiting;
  }

  /** The answers in the order of the questions; a Problem `check-too-slow` where one is missing. */
  async answer<K extends Kind>(
    kind: K,
    asked: readonly Asked<K>[],
  ): Promise<NonNullable<Answer<K>>[]> {
    const { patienceMs } = this.settings;
    const answers: NonNullable<Answer<K>>[] = [];
    while (answers.length < asked.length) {
      const parcel = asked.slice(answers.length, answers.length + PARCEL);
      for (const answer of await this.run({ kind, asked: parcel, patienceMs })) {
        if (answer === null) throw tooSlow(patienceMs);
        answers.push(answer);
      }
    }
    return answers;
  }

  /** Lets the first worker start, so that the first question does not wait for it. */
  warmUp(): void {
    this.pool ??= this.open();
  }

  /** After the requests in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private async run<K extends Kind>(job: Job<K>): Promise<Answer<K>[]> {
    const { wallMs, mostWaiting } = this.settings;
    if (this.waiting >= mostWaiting) throw tooMany();
    this.pool ??= this.open();
    this.waiting += 1;
    const wall = new AbortController();
    const timer = setTimeout(() => wall.abort(), wallMs);
    const begun = performance.now();
    try {
      return (await this.pool.run(job, { signal: wall.signal })) as Answer<K>[]; // what worker.ts answers
    } catch (error) {
      if (wall.signal.aborted) throw tooSlow(wallMs);
      if (isLost(error)) throw lost();
      throw error;
    } finally {
      clearTimeout(timer);
      this.waiting -= 1;
      this.meters.comparisonSeconds.at(job.kind).observe((performance.now() - begun) / 1_000);
    }
  }

  private open(): Piscina {
    const { entry, nodeArguments } = this.settings;
    const pool = new Piscina({
      filename: entry,
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      recordTiming: false,
      ...(nodeArguments === null ? {} : { execArgv: [...nodeArguments] }),
    });
    // A worker that dies with nothing to do; unheard, the event would end the process.
    pool.on('error', (error) => this.log.error({ err: error }, 'a worker thread was lost'));
    return pool;
  }
}

/** Ended from outside, or by its limit of memory; whatever else it throws is a fault of ours. */
const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('ERR_WORKER_') || /^(worker exited|Terminating worker)/.test(error.message)
  );
};

const tooSlow = (ms: number): Problem =>
  new Problem('check-too-slow', {
    detail: `The check was given up after ${ms / 1_000} seconds.`,
    headers: { 'retry-after': '5' },
  });

const lost = (): Problem =>
  new Problem('check-too-slow', {
    detail: 'The check took more than it is given, and was ended.',
    headers: { 'retry-after': '5' },
  });

const tooMany = (): Problem =>
  new Problem('check-too-slow', {
    detail: 'Too many checks are waiting.',
    headers: { 'retry-after': '2' },
  });
