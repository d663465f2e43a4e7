import { setImmediate } from 'node:timers/promises';
import { NotServed, type FairLine } from '../http/fair-line.js';
import { inSpan } from '../tracing/current-trace.js';
import { stepOf, type Answers, type Asker, type Kind, type Order } from './jobs.js';
import { fail } from './refusals.js';

/** What is larger goes alone. */
const SMALL_CHARACTERS = 16 * 1024;
/** More at once would have the database and the workers wait for each other. */
const MOST = 8;

/** As `CheckWorkers` sends them. */
export interface Way {
  readonly line: FairLine;
  readonly settings: Pick<Order, 'patienceMs' | 'wallMs'>;
  /** Aborted once nobody waits for any of the answers. */
  readonly ask: (order: Order, gone: AbortSignal) => Promise<Answers>;
  /** Such a question goes alone. */
  readonly isSuspect: (question: string) => boolean;
}

/**
 * Small questions that one caller asks at the same time, in requests of their own, go to a worker together:
 * the way there and back costs as much as the answer. In the line each of them counts for itself.
 */
export class Together {
  constructor(private readonly way: Way) {}

  mayGo(questions: readonly string[]): boolean {
    const [question = '', ...others] = questions;
    const isSmall = question.length <= SMALL_CHARACTERS;
    return isSmall && others.length === 0 && !this.way.isSuspect(question);
  }

  /** Null where those who went together were not answered: what is at fault shows when each goes alone. */
  async answer({ caller, gone }: Asker, kind: Kind, text: string): Promise<string | null> {
    const { line } = this.way;
    const question = new Question(kind, text, gone);
    const onGone = (): void => question.leave();
    gone?.addEventListener('abort', onGone);
    try {
      const inLine = (): Promise<string | null> =>
        line.run({ caller, gone, load: question }, () => this.answered(caller, question));
      const answer = await inSpan(stepOf('comparison', { kind, asked: [text] }), inLine);
      return gone?.aborted === true ? fail(new NotServed('gone')) : answer;
    } finally {
      gone?.removeEventListener('abort', onGone);
    }
  }

  private async answered(caller: string, question: Question): Promise<string | null> {
    if (question.parcel === null) await this.carry(await this.parcelOf(caller, question));
    return question.answer;
  }

  /** Whoever comes in this turn of the event loop comes along. */
  private async parcelOf(caller: string, first: Question): Promise<Parcel> {
    await setImmediate();
    const parcel = new Parcel(first.kind, [first]);
    first.parcel = parcel;
    this.way.line.takeAlong(caller, (load) => {
      const joins = load instanceof Question && parcel.hasRoomFor(load);
      if (!joins || this.way.isSuspect(load.text)) return false;
      parcel.questions.push(load);
      load.parcel = parcel;
      return true;
    });
    // Meanwhile the client may have gone.
    first.leave();
    return parcel;
  }

  private async carry({ kind, questions, left }: Parcel): Promise<void> {
    const { patienceMs, wallMs } = this.way.settings;
    const order: Order = { kind, asked: questions.map(({ text }) => text), patienceMs, wallMs };
    try {
      const answers = await inSpan(stepOf('comparison worker', order), () =>
        this.way.ask(order, left.signal),
      );
      questions.forEach((question, at) => question.tell(answers[at] ?? null));
    } catch (error) {
      // Which of several is at fault is not known: each goes alone.
      const isShared = questions.length > 1;
      for (const question of questions) {
        if (isShared) question.tell(null);
        else question.fail(error);
      }
    }
  }
}

class Question {
  readonly answer: Promise<string | null>;
  parcel: Parcel | null = null;
  tell: (answer: string | null) => void = () => undefined;
  fail: (error: unknown) => void = () => undefined;

  constructor(
    readonly kind: Kind,
    readonly text: string,
    readonly gone: AbortSignal | undefined,
  ) {
    this.answer = new Promise((tell, fail) => {
      this.tell = tell;
      this.fail = fail;
    });
    // Who has gone does not hear of it.
    this.answer.catch(() => undefined);
  }

  /** The worker goes on for as long as anybody waits. */
  leave(): void {
    if (this.parcel?.isLeft === true) this.parcel.left.abort();
  }
}

class Parcel {
  readonly left = new AbortController();

  constructor(
    readonly kind: Kind,
    readonly questions: Question[],
  ) {}

  get isLeft(): boolean {
    return this.questions.every(({ gone }) => gone?.aborted === true);
  }

  hasRoomFor({ kind }: Question): boolean {
    return kind === this.kind && this.questions.length < MOST;
  }
}
