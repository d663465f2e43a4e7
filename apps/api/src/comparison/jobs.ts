import { performance } from 'node:perf_hooks';
import type { Classification } from '#core/compatibility/finding.js';
import type { Contract, DeclaredChange, Manifest } from '#core/contract/contract.js';
import type { ClientProfile } from '#core/lint/client-profile.js';
import type { LintFinding } from '#core/lint/lint.js';
import type { CheckedManifest } from '#core/registration/prepared-manifest.js';
import type { Step } from '../tracing/trace.js';

/**
 * What the workers are asked, and what they answer. All of it is JSON, and travels as text: to write
 * and read that takes a tenth of the time of a structured clone, on the thread that all share. Own
 * members of the name `__proto__` survive it.
 */
export interface Questions {
  readonly check: { readonly asked: CheckQuestion; readonly answer: CheckAnswer };
  readonly lint: { readonly asked: LintQuestion; readonly answer: readonly LintFinding[] };
  readonly compare: { readonly asked: Comparison; readonly answer: Classification };
}

export interface CheckQuestion {
  readonly manifest: Manifest;
  /** To be linted at once, where it will be wanted anyway: for which tool and which clients. */
  readonly lintFor: Omit<LintQuestion, 'contract'> | null;
}

export interface CheckAnswer {
  readonly checked: CheckedManifest;
  /** Null where it was not asked for, or no schema of it can be used. */
  readonly lint: readonly LintFinding[] | null;
}

export interface LintQuestion {
  readonly contract: Contract;
  readonly toolId: string | null;
  /** For which clients. */
  readonly profiles: readonly ClientProfile[];
}

export interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  readonly changes: readonly DeclaredChange[];
  readonly outputCompatibility: 'strict' | 'covariant';
}

export type Kind = keyof Questions;

export type Asked<K extends Kind> = Questions[K]['asked'];

/** An answer with the text that it came as. */
export interface Told<K extends Kind> {
  readonly text: string;
  readonly answer: Questions[K]['answer'];
}

/** Who asks: an API key, and until when. */
export interface Asker {
  readonly caller: string;
  /** Aborted once nobody waits for the answers any more. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * So many questions travel together at most: a bulk lets others in between. Each way to a worker costs as
 * much as some answers, and of small manifests so many take milliseconds.
 */
export const PARCEL = 50;

/** Several questions of one kind, each as JSON. */
export interface Order {
  readonly kind: Kind;
  readonly asked: readonly string[];
  /** After this a comparison is given up: no verdict, ask again. */
  readonly patienceMs: number;
  /** So long after its beginning the worker is ended. */
  readonly wallMs: number;
}

/** What became of it; a fault is one of ours. */
export type Outcome =
  | { readonly answers: Answers }
  | { readonly ended: 'late' | 'lost'; readonly isBegun: boolean }
  | { readonly fault: string };

/** What the process of the workers is told. */
export type ToCrew =
  | { readonly id: number; readonly order: Order }
  | { readonly id: number; readonly isDropped: true };

/** What it tells. */
export type FromCrew =
  { readonly id: number; readonly outcome: Outcome } | { readonly lostThread: string };

/** An order as a worker is given it. */
export interface Job extends Omit<Order, 'wallMs'> {
  /** Shared with the worker, who tells in it when it began: a new thread takes its time before. */
  readonly begun: Begun;
}

/**
 * Two numbers: the moment at which a job was begun, by the clock that all threads share, 0 before; and
 * 1 once nobody waits for its answers any more.
 */
export type Begun = Float64Array<SharedArrayBuffer>;

export const notBegun = (): Begun =>
  new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

export const begin = (begun: Begun): void => {
  begun[0] = clock();
};

/** Has the worker give the job up at its next look at the clock. */
export const drop = (begun: Begun): void => {
  begun[1] = 1;
};

export const isDropped = ([, dropped]: Begun): boolean => dropped === 1;

/** How long ago it was begun, or null. */
export const runningFor = ([at = 0]: Begun): number | null => (at === 0 ? null : clock() - at);

/** Each thread counts from a moment of its own, but says which one that is. */
const clock = (): number => performance.timeOrigin + performance.now();

/** `comparison` waits in line as well, `comparison worker` does not. */
export const stepOf = (name: string, { kind, asked }: Pick<Order, 'kind' | 'asked'>): Step => ({
  name,
  facts: { 'quartermaster.check.kind': kind, 'quartermaster.check.questions': asked.length },
});

/** As JSON, in the order of the questions, maybe to the first of them only; null: out of time. */
export type Answers = readonly (string | null)[];
