import { performance } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Log } from '../config/log.js';
import { codeOf } from '../config/system-error.js';
import { Problem } from '../http/problem.js';
import { Meters } from '../metrics/meters.js';
import { inSpan, outsideTraces } from '../tracing/current-trace.js';
import type { Step } from '../tracing/trace.js';
import { Breaker } from './breaker.js';
import { FairLine, NotServed } from './fair-line.js';
import {
  notBegun,
  runningFor,
  type Answers,
  type Asked,
  type Job,
  type Kind,
  type Questions,
  type Told,
} from './jobs.js';
import { Wall } from './wall.js';
import { WARM_UP } from './warm-up.js';
import { WorkerSettings } from './worker-settings.js';

const IDLE_MS = 60_000;
const YOUNG_MB = 32;

/** So many questions travel together, or so many characters: a bulk lets others in between. */
const PARCEL = 8;
const PARCEL_CHARACTERS = 256 * 1024;

const LINE_OF = { check: 'light', lint: 'light', compare: 'hard' } as const satisfies Record<
  Kind,
  'hard' | 'light'
>;

/**
 * Asks the core in worker threads what may take longer than others can wait: a hostile schema costs
 * seconds of CPU. A job goes to a thread when a fair line says whose turn it is, and its time counts
 * from then on. The threads start with the first question and end with the application.
 */
@Injectable()
export class CheckWorkers implements OnApplicationShutdown {
  private pool: Piscina | undefined;
  private readonly breaker = new Breaker(() => performance.now());
  private readonly lines: Readonly<Record<'hard' | 'light', FairLine>>;

  constructor(
    private readonly settings: WorkerSettings,
    private readonly log: Log,
    private readonly meters: Meters,
  ) {
    const { hard, light } = settings.lines;
    this.lines = { hard: new FairLine(hard), light: new FairLine(light) };
  }

  /** How many parcels are with the workers, or wait for one. */
  get waitingNow(): number {
    return this.lines.hard.size + this.lines.light.size;
  }

  /**
   * The answers in the order of the questions; a Problem `check-too-slow` where one is missing, and
   * `too-many-checks` where `caller`, an API key, has too many that wait.
   */
  async answer<K extends Kind>(
    caller: string,
    kind: K,
    asked: readonly Asked<K>[],
  ): Promise<Told<K>[]> {
    const { patienceMs } = this.settings;
    const told: Told<K>[] = [];
    while (told.length < asked.length) {
      const parcel = this.withoutSuspects(parcelOf(asked, told.length));
      for (const text of await this.run(caller, {
        kind,
        asked: parcel,
        patienceMs,
        begun: notBegun(),
      })) {
        if (text === null) throw tooSlow(patienceMs);
        // What worker.ts wrote in answer to a question of this kind.
        told.push({ text, answer: JSON.parse(text) as Questions[K]['answer'] });
      }
    }
    return told;
  }

  /** Lets the first worker start and answer once, so that the first question finds it warm. */
  warmUp(): void {
    const job = { ...WARM_UP, patienceMs: this.settings.patienceMs, begun: notBegun() };
    this.ask(job).catch((error: unknown) => {
      this.log.debug({ err: error }, 'the workers could not be warmed up');
    });
  }

  /** After the requests in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    for (const line of Object.values(this.lines)) line.close();
    await this.pool?.destroy();
  }

  /** As many as may travel together; one that has ended workers before travels alone, or not. */
  private withoutSuspects(parcel: readonly string[]): readonly string[] {
    const first = parcel.findIndex((question) => this.breaker.isSuspect(question));
    if (first !== 0) return first < 0 ? parcel : parcel.slice(0, first);
    const [question = ''] = parcel;
    const quietMs = this.breaker.quietFor(question);
    if (quietMs > 0) throw refused(quietMs);
    return [question];
  }

  private async run(caller: string, job: Job): Promise<Answers> {
    const begun = performance.now();
    try {
      return await inSpan(stepOf('comparison', job), () => this.inLine(caller, job));
    } finally {
      this.meters.comparisonSeconds.at(job.kind).observe((performance.now() - begun) / 1_000);
    }
  }

  private async inLine(caller: string, job: Job): Promise<Answers> {
    const step = stepOf('comparison worker', job);
    try {
      const line = this.lines[LINE_OF[job.kind]];
      return await line.run(caller, () => inSpan(step, () => this.ask(job)));
    } catch (error) {
      throw error instanceof NotServed ? REFUSALS[error.reason]() : error;
    }
  }

  private async ask(job: Job): Promise<Answers> {
    const { wallMs } = this.settings;
    this.pool ??= outsideTraces(() => this.open());
    const wall = new Wall(job.begun, wallMs);
    try {
      return (await this.pool.run(job, { signal: wall.signal })) as Answers; // what worker.ts answers
    } catch (error) {
      if (!wall.signal.aborted && !isLost(error)) throw error;
      if (runningFor(job.begun) !== null) this.breaker.ended(job.asked);
      throw wall.signal.aborted ? tooSlow(wallMs) : lost();
    } finally {
      wall.takeDown();
    }
  }

  private open(): Piscina {
    const { entry, memoryMb, niceness, lines } = this.settings;
    const pool = new Piscina({
      filename: entry,
      minThreads: 1,
      // One for each place in the lines, so that what is given to the pool never waits in it.
      maxThreads: lines.hard.places + lines.light.places,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      recordTiming: false,
      niceIncrement: niceness,
    });
    // A worker that dies with nothing to do; unheard, the event would end the process.
    pool.on('error', (error) => this.log.error({ err: error }, 'a worker thread was lost'));
    return pool;
  }
}

/** `comparison` waits in line as well, `comparison worker` does not. */
const stepOf = (name: string, { kind, asked }: Job): Step => ({
  name,
  facts: { 'quartermaster.check.kind': kind, 'quartermaster.check.questions': asked.length },
});

/** The next questions as JSON, as many as travel together, one at least. */
const parcelOf = (asked: readonly object[], start: number): string[] => {
  const parcel: string[] = [];
  let characters = 0;
  for (const question of asked.slice(start, start + PARCEL)) {
    if (characters > PARCEL_CHARACTERS) break;
    const text = JSON.stringify(question);
    characters += text.length;
    parcel.push(text);
  }
  return parcel;
};

/** Ended from outside, or by its limit of memory; whatever else it throws is a fault of ours. */
const isLost = (error: unknown): boolean =>
  codeOf(error).startsWith('ERR_WORKER_') ||
  (error instanceof Error && /^(worker exited|Terminating worker)/.test(error.message));

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

const refused = (quietMs: number): Problem =>
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
};
