import type { IncomingHttpHeaders } from 'node:http';
import type { Step, Trace } from './trace.js';

/** A span that whoever began it has to end. */
export interface OpenTrace extends Trace {
  /** With the type of the error where it failed. */
  end(errorType?: string): void;
}

/** Begins traces. One for each application. */
export abstract class Tracing {
  abstract readonly isOn: boolean;
  /** The next part of the trace that `headers` tell of, or else of a new one. */
  abstract begin(step: Step, headers: IncomingHttpHeaders): OpenTrace;
  /** Does the work in a trace of its own. */
  abstract whole<T>(step: Step, work: () => Promise<T>): Promise<T>;
}
