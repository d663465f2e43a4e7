import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 knows their shape for as long as one of them
 * lives: where a collection of all garbage finds none, before the code is compiled for good, each of them is
 * made in a slow way from then on, and a request makes ten. Call it before anything else.
 */
export const keepTickShape = (): void => {
  process.nextTick(() => kept.push(executionAsyncResource()));
};
