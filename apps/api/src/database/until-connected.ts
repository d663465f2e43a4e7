import { performance } from 'node:perf_hooks';
import { isConnectionLost } from './failure.js';
import { POOL_SIZE } from './pool.js';

/** Whoever has waited for longer waited for a connection that never came, as the next would not. */
const MOST_MS = 2_000;

/**
 * A connection that ended while nobody used it is met by whoever takes it next, perhaps before its end is
 * told, and one that is being opened is given up where a later one comes through. So `work` is done again,
 * until all of them are new, or it is not to be any more.
 */
export const untilConnected = async <T>(
  work: () => Promise<T>,
  isUndone: () => boolean = () => true,
  now: () => number = () => performance.now(),
): Promise<T> => {
  const until = now() + MOST_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt === POOL_SIZE || now() >= until;
      if (isLast || !isConnectionLost(error) || !isUndone()) throw error;
    }
  }
};
