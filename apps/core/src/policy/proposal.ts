import type { Refusal } from '../problems/refusal.js';
import { isInvolved, type Party } from './subject.js';

export type ProposalStatus = 'open' | 'approved' | 'rejected' | 'superseded' | 'stale';

export interface ProposalFacts {
  /** Who made it, and who was behind it. */
  readonly authors: readonly string[];
  readonly status: ProposalStatus;
  /** The policy_version that the proposal started from. */
  readonly startedFrom: number;
  /** The policy_version in force now. */
  readonly policyVersion: number;
}

/**
 * Whether somebody may decide a proposal to loosen a policy, approving or rejecting alike. The
 * author never may, with whatever key; and nobody may once policy has moved since it was made.
 */
export const refuseProposalDecision = (proposal: ProposalFacts, decider: Party): Refusal | null => {
  if (isInvolved(decider, proposal.authors)) {
    return refusal('own-work', 'the author of a proposal does not decide it');
  }
  if (proposal.status === 'stale' || moved(proposal)) {
    return refusal(
      'proposal-stale',
      `the proposal started from policy_version ${proposal.startedFrom}, in force is ${proposal.policyVersion}`,
    );
  }
  return proposal.status === 'open'
    ? null
    : refusal('proposal-closed', `the proposal is already ${proposal.status}`);
};

const moved = ({ status, startedFrom, policyVersion }: ProposalFacts): boolean =>
  status === 'open' && startedFrom !== policyVersion;

const refusal = (code: Refusal['code'], message: string): Refusal => ({
  code,
  message,
  errors: [],
});
