const TICK_MS = 25;

/**
 * Rejects where an answer does not come within so many milliseconds of time that this process had. A
 * timer alone counts as well how long the process itself was held up, by its own work or by others on
 * the machine, and then finds its time over before it has looked at the answer that lies there.
 */
export const withinOwnTime = <T>(answer: Promise<T>, ms: number, late: () => Error): Promise<T> =>
  new Promise((resolve, reject) => {
    let left = Math.ceil(ms / TICK_MS);
    let timer: NodeJS.Timeout;
    // Between any two ticks, whatever has arrived is read.
    const tick = (): void => {
      left -= 1;
      if (left < 0) reject(late());
      else timer = setTimeout(tick, TICK_MS);
    };
    tick();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
