import type { RiskLevel } from '../policy/policy.js';
import type { Gate } from './gate.js';
import type { State } from './state.js';

/** What is known of a successor, as far as whoever names it may know: whether it is in the catalog. */
export type NamedSuccessor =
  | 'known'
  | 'unknown'
  /** The version itself, or one that names it as its own successor in turn. */
  | 'leads-back';

/** What is known of a version when a step is asked for. */
export interface TransitionFacts {
  readonly state: State;
  readonly retracted: boolean;
  /** The risk of the tool now, not when an approval was given. */
  readonly risk: RiskLevel;
  /** Everybody who wrote or submitted this content. */
  readonly authors: readonly string[];
  /** The subjects of the approvals of this content that stand. */
  readonly approvals: readonly string[];
  /** Its readiness now, evidence that comes with the request included. */
  readonly gates: readonly Gate[];
  /** Why its number no longer fits, as messages; none where it does. Asked where it is to be enabled. */
  readonly versionFaults: () => readonly string[];
  /** What is known of the successor that the request names; null where it names none. */
  readonly successor: NamedSuccessor | null;
  readonly now: Date;
}

/** What the caller asks for; what was left out is absent. */
export interface TransitionRequest {
  readonly to: State;
  readonly reason?: string;
  readonly sunset_at?: Date;
  readonly successor?: string;
  readonly retracted?: boolean;
  /** Lets an admin approve their own work, with a reason; no other step takes it. */
  readonly break_glass?: boolean;
}
