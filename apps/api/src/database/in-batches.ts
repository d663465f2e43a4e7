import { outsideTraces } from '../tracing/current-trace.js';
import { DatabaseUnavailable } from './failure.js';

/** As long as changes wait in line. */
const PATIENCE_MS = 5_000;

export interface Batches<Question> {
  /** So many questions go together at most. */
  readonly most: number;
  /** So many batches are under way at a time. */
  readonly atOnce: number;
  /** Whether a question may go with those that came before it; all may where it is left out. */
  readonly mayJoin?: (question: Question, others: readonly Question[]) => boolean;
  /** Who is not sent for so long is refused. */
  readonly patienceMs?: number;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks together what is asked at the same time: while earlier batches are under way, whoever comes
 * waits for the next. Nobody joins one that was already sent, so that each answer is of a moment after
 * its question; and alone nobody waits. Where the database hangs, no line grows behind it: who waits for
 * too long gets `DatabaseUnavailable`, and is not sent.
 */
export class InBatches<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private underWay = 0;
  private isDue = false;
  private watch: NodeJS.Timeout | undefined;

  constructor(
    /** The answers in the order of the questions; where it fails, it fails for all of them. */
    private readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly batches: Batches<Question>,
  ) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, since: performance.now(), resolve, reject });
      this.sendSoon();
    });
  }

  /** Whoever comes in this turn of the event loop comes along. */
  private sendSoon(): void {
    if (this.waiting.length === 0) return;
    if (this.underWay >= this.batches.atOnce) return this.watchLine();
    if (this.isDue) return;
    this.isDue = true;
    outsideTraces(() =>
      setImmediate(() => {
        this.isDue = false;
        void this.send(this.take());
        this.sendSoon();
      }),
    );
  }

  /** Whoever is first in line has waited for the longest. */
  private watchLine(): void {
    const [first] = this.waiting;
    if (first === undefined || this.watch !== undefined) return;
    const { patienceMs = PATIENCE_MS } = this.batches;
    const refuse = (): void => {
      this.watch = undefined;
      const now = performance.now();
      const isLate = ({ since }: { readonly since: number }): boolean => now - since >= patienceMs;
      const late = this.waiting.filter(isLate);
      this.waiting = this.waiting.filter((one) => !isLate(one));
      for (const { reject } of late) {
        reject(new DatabaseUnavailable('Too many questions wait for the database.'));
      }
      this.watchLine();
    };
    const left = first.since + patienceMs - performance.now();
    this.watch = setTimeout(refuse, Math.max(left, 1)).unref();
  }

  private take(): readonly Waiting<Question, Answer>[] {
    const { most, mayJoin } = this.batches;
    const taken: Waiting<Question, Answer>[] = [];
    const questions: Question[] = [];
    const left: Waiting<Question, Answer>[] = [];
    for (const one of this.waiting) {
      const joins = taken.length < most && (mayJoin?.(one.question, questions) ?? true);
      (joins ? taken : left).push(one);
      if (joins) questions.push(one.question);
    }
    this.waiting = left;
    return taken;
  }

  private async send(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.underWay += 1;
    try {
      const answers = await this.answer(batch.map(({ question }) => question));
      batch.forEach(({ resolve, reject }, at) => {
        const answer = answers[at];
        if (answer === undefined) reject(new Error('a question has no answer'));
        else resolve(answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.underWay -= 1;
      this.sendSoon();
    }
  }
}
