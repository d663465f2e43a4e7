import type { Contract } from '../contract/contract.js';
import type { RiskLevel } from '../policy/policy.js';
import type { Reason } from '../search/reasons.js';

/** One version of a tool as a caller may see it; what the formats are made of. */
export interface Descriptor {
  readonly tool_id: string;
  readonly version: string;
  readonly contract: Contract;
  readonly contract_digest: string;
  readonly risk_level: RiskLevel;
  readonly requires_approval: boolean;
  /** The platform's own supplement to the description. */
  readonly note: string | null;
  readonly deprecation: Deprecation | null;
  /** With a query only, as `reasons`. */
  readonly score?: number;
  readonly reasons?: readonly Reason[];
}

export interface Deprecation {
  readonly reason: string;
  /** RFC 3339, UTC. */
  readonly sunset_at: string | null;
  /** A tool_id, or a tool_id@version. */
  readonly successor: string | null;
}
