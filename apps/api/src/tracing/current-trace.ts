import { AsyncLocalStorage } from 'node:async_hooks';
import type { Facts, Step, Trace } from './trace.js';

/** Nothing is ever put here while tracing is off, and looking costs next to nothing then. */
const traces = new AsyncLocalStorage<Trace | undefined>();

/** Whatever `work` does, now and later, is done within this trace. */
export const inTrace = <T>(trace: Trace | undefined, work: () => T): T => traces.run(trace, work);

/** Work that outlives the request which happens to begin it, or is shared by several. */
export const outsideTraces = <T>(work: () => T): T =>
  traces.getStore() === undefined ? work() : traces.run(undefined, work);

/** Does the work as a step of the current trace; only does it where there is none. */
export const inSpan = <T>(step: Step, work: () => Promise<T>): Promise<T> => {
  const trace = traces.getStore();
  return trace === undefined ? work() : trace.step(step, work);
};

/** Adds to what the current span says. */
export const noteInSpan = (facts: Facts): void => traces.getStore()?.note(facts);

/** The headers of a request to another service. */
export const outgoingTrace = (): Readonly<Record<string, string>> =>
  traces.getStore()?.outgoing() ?? {};

/** What a line of the log says of the trace that it belongs to. */
export const traceFields = (): object => traces.getStore()?.ids ?? {};
