import type { Json } from '../json/value.js';
import type { Relation, UndecidedReason } from './subsumption/verdict.js';

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const;

export type Bump = (typeof BUMPS)[number];

export type Side = 'input' | 'output' | 'contract';

/** The larger of two bumps: none < patch < minor < major. */
export const largerBump = (one: Bump, other: Bump): Bump =>
  BUMPS.indexOf(one) >= BUMPS.indexOf(other) ? one : other;

/** What a finding rests on. `valid_under` and `invalid_under` name `before` or `after` here. */
export type Proof =
  | { readonly kind: 'proof' }
  | {
      readonly kind: 'witness';
      readonly instance: Json;
      readonly valid_under: 'before' | 'after';
      readonly invalid_under: 'before' | 'after';
      readonly error: string;
    }
  | { readonly kind: 'structural' }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason };

/** One way in which two contracts differ, with the bump that it demands. */
export interface Finding {
  /** The rule's id, which is its file name and its anchor in the reference. */
  readonly rule: string;
  readonly side: Side;
  readonly bump: Bump;
  readonly relation: Relation | null;
  /** JSON Pointer into the manifest, e.g. `/input_schema/required`. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
  readonly proof: Proof;
}

export interface Classification {
  readonly bump: Bump;
  readonly findings: readonly Finding[];
  /** The engine's own semantic version: the same engine gives the same answer everywhere. */
  readonly engine: string;
}
