/** What a case tells of itself while it runs. */
export interface Report {
  /** A line for people: what was done, and what was counted. */
  say(line: string): void;
  /** A guarantee; where it does not hold the case has failed, and goes on. */
  holds(isTrue: boolean, guarantee: string): void;
}

/** One way to hurt the service, and what must hold nevertheless. */
export interface FaultCase {
  readonly name: string;
  readonly about: string;
  /** Why this machine cannot run it; undefined where it can. */
  readonly impossible?: () => Promise<string | undefined>;
  /** Says where something comes from, and is not part of a run of all cases. */
  readonly onlyByName?: boolean;
  readonly run: (report: Report) => Promise<void>;
}
