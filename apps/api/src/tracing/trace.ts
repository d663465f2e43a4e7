/**
 * What a span says of what was done: routes, kinds, numbers and codes. Never a secret, an argument, a
 * path, or a name that somebody gave to something.
 */
export type Facts = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  /** One of few: what was done, and not to what. */
  readonly name: string;
  /** `client` where this process waits for another one; `internal` where it is left out. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly facts?: Facts;
}

/** A span that is under way. */
export interface Trace {
  /** For lines of the log. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Does the work as a step of this one. */
  step<T>(step: Step, work: () => Promise<T>): Promise<T>;
  note(facts: Facts): void;
  /** The headers that tell another service which trace its work belongs to. */
  outgoing(): Readonly<Record<string, string>>;
}
