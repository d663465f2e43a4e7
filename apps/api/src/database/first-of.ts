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
    let timer: NodeJS.Timeout;
    const settle = (winner?: Attempt<T>): void => {
      clearTimeout(timer);
      for (const attempt of attempts) if (attempt !== winner) attempt.abandon();
    };
    const start = (): void => {
      timer = setTimeout(start, everyMs);
      const attempt = begin();
      attempts.push(attempt);
      attempt.outcome.then(
        (value) => {
          settle(attempt);
          resolve(value);
        },
        (error: unknown) => {
          if (attempt !== attempts[0]) return;
          settle();
          reject(error);
        },
      );
    };
    start();
  });
