import { deciderOf, isAmong, peopleOf } from '../policy/subject.js';
import type { Actor } from './actor.js';
import { isShortOfApprovals, withApproval } from './approvals.js';
import type { State } from './state.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import { transitionOf, type TransitionName } from './transitions.js';

/** What is to be stored when a step is taken; nothing else of the version changes. */
export interface TransitionEffects {
  /** The state afterwards; the same as before while approvals are missing. */
  readonly state: State;
  /** The action of the audit event. */
  readonly action: string;
  readonly voidsApprovals: boolean;
  /** A new approval of this person is to be kept; null where there is none to add. */
  readonly approvedBy: string | null;
  /** Become authors of the content, by submitting it. */
  readonly addsAuthors: readonly string[];
  /** Once true, true for ever: `ever_submitted` and `ever_enabled`. */
  readonly submits: boolean;
  readonly enables: boolean;
  readonly retracts: boolean;
  /** What to say of the deprecation: new words, `clear`, or null to leave it. */
  readonly deprecation: Deprecation | 'clear' | null;
  /** An admin approved their own work. */
  readonly breaksGlass: boolean;
}

export interface Deprecation {
  readonly reason: string;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
}

/** Of its own, so that nobody has to look for it among the approvals. */
export const BREAK_GLASS_ACTION = 'version.break-glass';

export const effectsOf = (
  name: TransitionName,
  facts: TransitionFacts,
  actor: Actor,
  request: TransitionRequest,
  breaksGlass: boolean,
): TransitionEffects => {
  const { action, voidsApprovals } = transitionOf(name);
  return {
    state: stateAfter(name, facts, actor, request.to),
    action: breaksGlass ? BREAK_GLASS_ACTION : action,
    voidsApprovals,
    approvedBy:
      name === 'approve' && !isAmong(deciderOf(actor), facts.approvals) ? deciderOf(actor) : null,
    addsAuthors:
      name === 'submit' ? peopleOf(actor).filter((one) => !isAmong(one, facts.authors)) : [],
    submits: name === 'submit',
    enables: name === 'release',
    retracts: request.retracted === true,
    deprecation: deprecationAfter(name, request),
    breaksGlass,
  };
};

const stateAfter = (
  name: TransitionName,
  facts: TransitionFacts,
  actor: Actor,
  to: State,
): State =>
  name === 'approve' && isShortOfApprovals(withApproval(facts, deciderOf(actor)))
    ? facts.state
    : to;

const deprecationAfter = (
  name: TransitionName,
  request: TransitionRequest,
): Deprecation | 'clear' | null => {
  if (name === 'restore') return 'clear';
  if (name !== 'deprecate') return null;
  return {
    reason: request.reason ?? '',
    sunset_at: request.sunset_at ?? null,
    successor: request.successor ?? null,
  };
};
