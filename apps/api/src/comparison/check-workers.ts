import { performance } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Log } from '../config/log.js';
import { Meters } from '../metrics/meters.js';
import { inSpan } from '../tracing/current-trace.js';
import { FairLine, NotServed } from '../http/fair-line.js';
import { Breaker } from './breaker.js';
import { CheckProcess } from './check-process.js';
import {
  PARCEL,
  stepOf,
  type Answers,
  type Asked,
  type Asker,
  type Kind,
  type Order,
  type Outcome,
  type Questions,
  type Told,
} from './jobs.js';
import { fail, Late, lost, problemOf, refused, tooSlow } from './refusals.js';
import { Together } from './together.js';
import { WARM_UP } from './warm-up.js';
import { WorkerSettings, type Line } from './worker-settings.js';

/** Of more characters, fewer travel together. */
const PARCEL_CHARACTERS = 256 * 1024;

/** So long after its time the worker of a quick comparison is ended; most give up by themselves. */
const MOST_LATE_MS = 1_500;

const LINE_OF = { check: 'light', lint: 'light', compare: 'quick' } as const satisfies Record<
  Kind,
  Line
>;

/**
 * Asks the core in worker threads of another process what may take longer than others can wait: a hostile
 * schema costs seconds of CPU. A job goes to a thread when a fair line says whose turn it is, and its time
 * counts from then on. The threads start with the first question and end with the application.
 */
@Injectable()
export class CheckWorkers implements OnApplicationShutdown {
  private process: CheckProcess | undefined;
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
      settings,
      ask: (order, gone) => this.ask(order, 'light', gone),
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
    this.ask({ kind, asked, patienceMs, wallMs }, 'hard').catch((error: unknown) => {
      this.log.debug({ err: error }, 'the workers could not be warmed up');
    });
  }

  /** After the requests in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    for (const line of Object.values(this.lines)) line.close();
    await this.process?.close();
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
      const texts = await this.run(asker, line, { kind, asked, patienceMs, wallMs });
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
      const most = Math.min(quickMs + MOST_LATE_MS, wallMs);
      const quick: Order = { kind: 'compare', asked, patienceMs: quickMs, wallMs: most };
      const texts = firstOf(await this.run(asker, 'quick', quick).catch(noneIfLate));
      if (texts !== null) return texts;
    }
    const hard: Order = { kind: 'compare', asked: asked.slice(0, 1), patienceMs, wallMs };
    return firstOf(await this.run(asker, 'hard', hard)) ?? fail(tooSlow(patienceMs));
  }

  private async run({ caller, gone }: Asker, line: Line, order: Order): Promise<Answers> {
    const work = (): Promise<Answers> =>
      inSpan(stepOf('comparison worker', order), () => this.ask(order, line, gone));
    const inLine = (): Promise<Answers> => this.lines[line].run({ caller, gone }, work);
    const answers = await inSpan(stepOf('comparison', order), inLine);
    return gone?.aborted === true ? fail(new NotServed('gone')) : answers;
  }

  private async ask(order: Order, line: Line, gone?: AbortSignal): Promise<Answers> {
    this.process ??= this.open();
    const { outcome, drop } = this.process.order(order);
    gone?.addEventListener('abort', drop);
    if (gone?.aborted === true) drop();
    try {
      return this.answersOf(await outcome, order, line);
    } finally {
      gone?.removeEventListener('abort', drop);
    }
  }

  private answersOf(outcome: Outcome, { asked, wallMs }: Order, line: Line): Answers {
    if ('answers' in outcome) return outcome.answers;
    if ('fault' in outcome) throw new Error(`a check failed: ${outcome.fault}`);
    const isLate = outcome.ended === 'late';
    if (isLate && line === 'quick') throw new Late();
    if (outcome.isBegun) this.breaker.ended(asked);
    throw isLate ? tooSlow(wallMs) : lost(outcome.isBegun);
  }

  private open(): CheckProcess {
    const { entry, memoryMb, niceness, lines } = this.settings;
    // One for each place in the lines, so that what is given to the threads never waits for one.
    const threads = lines.light.places + lines.quick.places + lines.hard.places;
    return new CheckProcess(
      { entry, memoryMb, niceness, threads },
      {
        lostThread: (reason) => this.log.error({ reason }, 'a worker thread was lost'),
        ended: (reason, questions) => {
          const checks = questions.length;
          this.log.error({ reason, checks }, 'the process of the workers was lost');
          this.breaker.ended(questions);
        },
      },
    );
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
