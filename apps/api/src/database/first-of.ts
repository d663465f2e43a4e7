/** One try of several; abandoned where another was first, whether or not it has come to an end. */
export interface Attempt<T> {
  readonly outcome: Promise<T>;
  readonly abandon: () => void;
}

/**
 * What the first attempt to succeed yields. As long as none has, another is begun beside them every so
 * often: one that was begun while nothing came through may wait for ever for what was lost. Rejects as
 * the very first attempt does.
 */
export const firstOf = <T>(begin: () => Attempt<T>, everyMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const attempts: Attempt<T>[] = [];
    let isOver = false;
    let timer: NodeJS.Timeout;
    // The others come to their end after this, and have no more say.
    const settle = (end: () => void, winner?: Attempt<T>): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      for (const attempt of attempts) if (attempt !== winner) attempt.abandon();
      end();
    };
    const start = (): void => {
      const attempt = begin();
      attempts.push(attempt);
      timer = setTimeout(start, everyMs);
      attempt.outcome.then(
        (value) => settle(() => resolve(value), attempt),
        (error: unknown) => {
          if (attempt === attempts[0]) settle(() => reject(error));
        },
      );
    };
    start();
  });
