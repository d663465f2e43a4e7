import type { Contract } from '../contract/contract.js';
import type { ClientProfile } from './client-profile.js';
import type { LintSubject } from './subject.js';

export const LINT_LEVELS = ['error', 'warning', 'note'] as const;

export type LintLevel = (typeof LINT_LEVELS)[number];

/** One place that a rule is about. */
export interface LintHit {
  /** JSON Pointer into the manifest. */
  readonly path: string;
  /** What is there; the rule's `message` where this is left out. */
  readonly message?: string;
}

/** A contract as far as it matters here, and exactly the places where the rule finds something. */
export interface LintExample {
  readonly title: string;
  readonly contract: Partial<Contract>;
  readonly tool_id?: string;
  readonly finds: readonly string[];
}

/**
 * One rule of good tool design. The record is everything there is to say about it: findings, the
 * reference page and the tests are made of it.
 */
export interface LintRule {
  /** The file's name, the anchor in the reference, the gate; never changes once released. */
  readonly id: string;
  readonly level: LintLevel;
  readonly message: string;
  readonly remedy: string;
  /** Why: what happens otherwise, or which specification says so. */
  readonly reference: string;
  /** The one client that it speaks of; left out, it is good for all of them. */
  readonly client?: {
    readonly profile: ClientProfile;
    /** When its reference was looked up: what a client takes changes. */
    readonly since: string;
  };
  readonly matches: (subject: LintSubject) => readonly LintHit[];
  /** At least one that it finds and one near miss. */
  readonly examples: readonly [LintExample, LintExample, ...LintExample[]];
}
