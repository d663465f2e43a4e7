import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { Aspect, JudgedChange } from './change.js';
import type { Bump, Side } from './finding.js';

/** Which way a rule looks: the cells of the grid that `waivers.ts` accounts for. */
export type RuleAction =
  | 'added'
  | 'removed'
  | 'changed'
  | 'narrowed'
  | 'widened'
  | 'raised'
  | 'lowered'
  | 'undecided'
  | 'rewritten';

/** Two contracts as far as they matter here, and the rules that find something between them. */
export interface Example {
  readonly title: string;
  readonly before: Partial<Contract>;
  readonly after: Partial<Contract>;
  readonly changes?: readonly DeclaredChange[];
  /** Exactly these, in any order. */
  readonly finds: readonly string[];
}

/**
 * One way in which a new version can differ, and the bump that it takes. The record is everything
 * there is to say about it: the finding, the reference page and the tests are made of it.
 */
export interface Rule {
  /** The file's name, the anchor in the reference; never changes once released. */
  readonly id: string;
  /** `any`: the same of inputs, outputs and the contract itself. */
  readonly side: Side | 'any';
  readonly aspect: Aspect;
  readonly action: RuleAction;
  readonly bump: Bump;
  /** Where outputs may change covariantly and this change is tolerated; else `bump` too. */
  readonly toleratedBump?: Bump;
  /** Takes what no other rule names. */
  readonly isFallback?: true;
  /** One sentence: what it is that changed and whom it hurts, or why it does not. */
  readonly summary: string;
  readonly remedy: string;
  /** Why this bump: the part of the semantic versioning rules or of a standard that says so. */
  readonly reference: string;
  readonly matches: (judged: JudgedChange) => boolean;
  readonly message: (judged: JudgedChange) => string;
  /** At least one that it finds and one near miss. */
  readonly examples: readonly [Example, Example, ...Example[]];
}
