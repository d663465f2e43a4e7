import type { DeclaredChange, Presentation } from '../contract/contract.js';
import type { Policy } from '../policy/policy.js';
import type { KnownVersion } from '../versions/known-version.js';
import type { PreparedManifest } from './prepared-manifest.js';

/** The part of a stored tool that a registration may bring along. */
export interface RegisteredTool extends Omit<Presentation, 'note'> {
  readonly policy: Policy;
  /** From then on a registration no longer changes policy and presentation. */
  readonly ever_left_draft: boolean;
}

/** A version with what its publisher declared of it, which is no part of its contract. */
export interface RegisteredVersion extends KnownVersion {
  readonly changes: readonly DeclaredChange[];
}

/** What is stored around one tool_id at the moment of the decision. */
export interface RegistrationFacts<K extends RegisteredVersion> {
  readonly tool: RegisteredTool | null;
  /** How the tool_id and its namespace are spelt where they exist, in whatever case. */
  readonly spelling: { readonly tool_id: string | null; readonly namespace: string | null };
  readonly versions: readonly K[];
}

/** One registration as it was asked for. */
export interface RegistrationOffer extends PreparedManifest {
  readonly tool_id: string;
  /** As it was sent; whether it is a version at all is decided late. */
  readonly version: string;
}
