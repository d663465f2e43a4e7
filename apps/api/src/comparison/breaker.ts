import { createHash } from 'node:crypto';

/** A question that has cost so many workers is not asked again for a while. */
const MOST_ENDED = 2;
const QUIET_MS = 10 * 60_000;

/** Of so many questions it is remembered; the others count as new. */
const MOST_SUSPECTS = 1_000;

interface Suspect {
  readonly ended: number;
  readonly at: number;
}

/**
 * Which questions have ended the workers that they were put to. The same question would end the
 * next one, too, so that a caller who asks again and again has every worker started anew for it.
 */
export class Breaker {
  private readonly suspects = new Map<string, Suspect>();

  constructor(private readonly now: () => number) {}

  /** Such a question goes to a worker alone: what ends it then is this one and no other. */
  isSuspect(question: string): boolean {
    return this.endedBy(question) > 0;
  }

  /** How long it is not asked again, in milliseconds; 0: it may be. */
  quietFor(question: string): number {
    const suspect = this.suspects.get(nameOf(question));
    if (suspect === undefined || suspect.ended < MOST_ENDED) return 0;
    return Math.max(0, suspect.at + QUIET_MS - this.now());
  }

  /** A worker was ended while it had these questions. */
  ended(questions: readonly string[]): void {
    const isAlone = questions.length === 1;
    for (const question of questions) {
      const name = nameOf(question);
      // One of several is suspected, however often, until it has been alone.
      const ended = isAlone ? this.endedBy(question) + 1 : Math.max(1, this.endedBy(question));
      this.suspects.delete(name);
      this.suspects.set(name, { ended, at: this.now() });
    }
    for (const oldest of this.suspects.keys()) {
      if (this.suspects.size <= MOST_SUSPECTS) return;
      this.suspects.delete(oldest);
    }
  }

  private endedBy(question: string): number {
    // To name a large question takes milliseconds, and there is hardly ever a reason to.
    if (this.suspects.size === 0) return 0;
    const suspect = this.suspects.get(nameOf(question));
    return suspect === undefined || suspect.at + QUIET_MS <= this.now() ? 0 : suspect.ended;
  }
}

const nameOf = (question: string): string => createHash('sha256').update(question).digest('base64');
