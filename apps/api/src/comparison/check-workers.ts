import { performance } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Log } from '../config/log.js';
import { codeOf } from '../config/system-error.js';
import { Meters } from '../metrics/meters.js';
import { inSpan, outsideTraces } from '../tracing/current-trace.js';
import { FairLine, NotServed } from '../http/fair-line.js';
import { Breaker } from './breaker.js';
import {
  drop,
  jobOf,
  runningFor,
  stepOf,
  type Answers,
  type Asked,
  type Asker,
  type Job,
  type Kind,
  type Questions,
  type Told,
} from './jobs.js';
import { fail, Late, lost, problemOf, refused, tooSlow } from './refusals.js';
import { Together } from './together.js';
import { Wall } from './wall.js';
import { WARM_UP } from './warm-up.js';
import { WorkerSettings, type Line } from './worker-settings.js';

const IDLE_MS = 60_000;
const YOUNG_MB = 32;

/** So many questions travel together, or so many characters: a bulk lets others in between. */
const PARCEL = 16;
const PARCEL_CHARACTERS = 256 * 1024;

/** So long after its time the worker of a quick comparison is ended; most give up by themselves. */
const MOST_LATE_MS = 1_500;

const LINE_OF = { check: 'light', lint: 'light', compare: 'quick' } as const satisfies Record<
  Kind,
  Line
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
  private readonly lines: Readonly<Record<Line, FairLine>>;
  private readonly together: Together;

  constructor(
    private readonly settings: WorkerSettings,
    private readonly log: Log,
    private readonly meters: Meters,
  ) {
    const { light, quick, hard } = settings.lines;
    const [one, other, third] = [new FairLine(light), new FairLine(quick), new FairLine(hard)];
    this.lines = { light: one, quick: other, hard: third };
    this.together = new Together({
      line: one,
      patienceMs: settings.patienceMs,
      ask: (job) => this.ask(job, 'light', settings.wallMs),
      isSuspect: (question) => this.breaker.isSuspect(question),
    });
  }

  /** How many parcels are with the workers, or wait for one. */
  get waitingNow(): number {
    return Object.values(this.lines).reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * The answers in the order of the questions; a Problem `check-too-slow` where one is missing or the
   * caller has gone, and `too-many-checks` where `caller` has too many that wait.
   */
  async answer<K extends Kind>(
    asker: Asker,
    kind: K,
    asked: readonly Asked<K>[],
  ): Promise<Told<K>[]> {
    const told: Told<K>[] = [];
    while (told.length < asked.length) {
      const parcel = this.withoutSuspects(parcelOf(asked, told.length));
      for (const text of await this.answered(asker, kind, parcel)) {
        // What worker.ts wrote in answer to a question of this kind.
        told.push({ text, answer: JSON.parse(text) as Questions[K]['answer'] });
      }
    }
    return told;
  }

  /** Lets the first worker start and answer once, so that the first question finds it warm. */
  warmUp(): void {
    const { kind, asked } = WARM_UP;
    const { patienceMs, wallMs } = this.settings;
    this.ask(jobOf(kind, asked, patienceMs), 'hard', wallMs).catch((error: unknown) => {
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

  /** To the first of the questions at least. */
  private async answered(
    asker: Asker,
    kind: Kind,
    asked: readonly string[],
  ): Promise<readonly string[]> {
    const { patienceMs, wallMs } = this.settings;
    const begun = performance.now();
    try {
      const line = LINE_OF[kind];
      if (line === 'quick') return await this.compared(asker, asked);
      const text = await this.answeredTogether(asker, kind, asked);
      if (text !== null) return [text];
      const texts = await this.run(asker, line, jobOf(kind, asked, patienceMs), wallMs);
      return firstOf(texts) ?? fail(tooSlow(patienceMs));
    } catch (error) {
      throw problemOf(error);
    } finally {
      this.meters.comparisonSeconds.at(kind).observe((performance.now() - begun) / 1_000);
    }
  }

  /** Null where they are to go by themselves. */
  private async answeredTogether(
    asker: Asker,
    kind: Kind,
    asked: readonly string[],
  ): Promise<string | null> {
    const [question = ''] = asked;
    return this.together.mayGo(asked) ? this.together.answer(asker, kind, question) : null;
  }

  /** What is not quickly compared is begun anew where it keeps from nobody but its like. */
  private async compared(asker: Asker, asked: readonly string[]): Promise<readonly string[]> {
    const { quickMs, patienceMs, wallMs } = this.settings;
    if (quickMs < patienceMs) {
      const quick = jobOf('compare', asked, quickMs);
      const quickly = this.run(asker, 'quick', quick, Math.min(quickMs + MOST_LATE_MS, wallMs));
      const texts = firstOf(await quickly.catch(noneIfLate));
      if (texts !== null) return texts;
    }
    const hard = jobOf('compare', asked.slice(0, 1), patienceMs);
    return firstOf(await this.run(asker, 'hard', hard, wallMs)) ?? fail(tooSlow(patienceMs));
  }

  private async run(
    { caller, gone }: Asker,
    line: Line,
    job: Job,
    wallMs: number,
  ): Promise<Answers> {
    const work = (): Promise<Answers> =>
      inSpan(stepOf('comparison worker', job), () => this.ask(job, line, wallMs));
    const inLine = (): Promise<Answers> => this.lines[line].run({ caller, gone }, work);
    const onGone = (): void => drop(job.begun);
    gone?.addEventListener('abort', onGone);
    try {
      const answers = await inSpan(stepOf('comparison', job), inLine);
      return gone?.aborted === true ? fail(new NotServed('gone')) : answers;
    } finally {
      gone?.removeEventListener('abort', onGone);
    }
  }

  private async ask(job: Job, line: Line, wallMs: number): Promise<Answers> {
    this.pool ??= outsideTraces(() => this.open());
    const wall = new Wall(job.begun, wallMs);
    try {
      return (await this.pool.run(job, { signal: wall.signal })) as Answers; // what worker.ts answers
    } catch (error) {
      const isLate = wall.signal.aborted;
      if (!isLate && !isLost(error)) throw error;
      if (isLate && line === 'quick') throw new Late();
      if (runningFor(job.begun) !== null) this.breaker.ended(job.asked);
      throw isLate ? tooSlow(wallMs) : lost();
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
      maxThreads: lines.light.places + lines.quick.places + lines.hard.places,
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

const noneIfLate = (error: unknown): Answers => {
  if (error instanceof Late) return [];
  throw error;
};

/** The answers up to the first that is missing; null where that is the first. */
const firstOf = (answers: Answers): readonly string[] | null => {
  const texts: string[] = [];
  for (const text of answers) {
    if (text === null) break;
    texts.push(text);
  }
  return texts.length === 0 ? null : texts;
};
