import type { Caller } from './caller.js';

/** Who asks, under which request id: what every use case is told beside its command. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
}
