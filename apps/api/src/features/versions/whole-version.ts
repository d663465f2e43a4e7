import type { State } from '#core/lifecycle/state.js';
import type { PolicyColumns } from '../../database/records.js';

/** A stored version with everything that its governance view is made of; what was voided is left out. */
export interface WholeVersion {
  readonly id: bigint;
  readonly tool_id: string;
  readonly version: string;
  readonly state: State;
  readonly contract: string;
  readonly contract_digest: string;
  readonly changes: string;
  readonly check: string;
  readonly proposed: readonly string[];
  readonly authors: readonly string[];
  readonly ever_submitted: boolean;
  readonly ever_enabled: boolean;
  readonly retracted: boolean;
  readonly rollout_percent: number;
  readonly rollout_salt: string;
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly tool: PolicyColumns & { readonly policy_version: number };
  readonly approvals: readonly StoredApproval[];
  readonly evidence: readonly StoredEvidence[];
  readonly waivers: readonly StoredWaiver[];
}

/** The same, whatever its row is numbered. */
export type ReadableVersion = Omit<WholeVersion, 'id'>;

/** What was given speaks of one content, by its digest. */
interface OfContent {
  readonly contract_digest: string;
}

interface StoredApproval extends OfContent {
  readonly subject: string;
  readonly approved_at: Date;
}

export interface StoredEvidence extends OfContent {
  readonly kind: string;
  readonly url: string;
  readonly summary: string | null;
  readonly passed_at: Date;
  readonly submitted_by: string;
  readonly submitted_at: Date;
}

export interface StoredWaiver extends OfContent {
  readonly gate: string;
  readonly reason: string;
  readonly expires_at: Date;
  readonly granted_by: string;
  readonly granted_at: Date;
}
