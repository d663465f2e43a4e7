import type { Classification } from '#core/compatibility/finding.js';
import type { Contract, DeclaredChange, Manifest } from '#core/contract/contract.js';
import type { LintFinding } from '#core/lint/lint.js';
import type { CheckedManifest } from '#core/registration/prepared-manifest.js';

/**
 * What the workers are asked, and what they answer. All of it is plain data that a structured clone
 * keeps as it is, own members of the name `__proto__` included.
 */
export interface Questions {
  readonly check: { readonly asked: Manifest; readonly answer: CheckedManifest };
  readonly lint: { readonly asked: Contract; readonly answer: readonly LintFinding[] };
  readonly compare: { readonly asked: Comparison; readonly answer: Classification };
}

export interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  readonly changes: readonly DeclaredChange[];
  readonly outputCompatibility: 'strict' | 'covariant';
}

export type Kind = keyof Questions;

export type Asked<K extends Kind> = Questions[K]['asked'];

/** Null where the clock ran out. */
export type Answer<K extends Kind> = Questions[K]['answer'] | null;

/** Several questions of one kind. The answer may be to the first of them only. */
export interface Job<K extends Kind> {
  readonly kind: K;
  readonly asked: readonly Asked<K>[];
  /** After this a comparison is given up: no verdict, ask again. */
  readonly patienceMs: number;
}
