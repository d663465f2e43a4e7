import { performance } from 'node:perf_hooks';
import type { Distribution } from './instruments.js';

const EVERY_MS = 20;

/** Observes how late its timer comes until the function that it returns is called. */
export const watchEventLoop = (lag: Distribution): (() => void) => {
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - due) / 1_000);
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
