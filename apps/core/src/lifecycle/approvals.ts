import { RISK_DEMANDS } from '../policy/risk-levels.js';
import { personOf } from '../policy/subject.js';
import type { TransitionFacts } from './transition-facts.js';

type ApprovalFacts = Pick<TransitionFacts, 'approvals' | 'risk'>;

/** How many people have approved, and how many the risk demands now. */
export const countApprovals = ({
  approvals,
  risk,
}: ApprovalFacts): { have: number; need: number } => ({
  // A second key of the same subject is the same person.
  have: new Set(approvals.map(personOf)).size,
  need: RISK_DEMANDS[risk].approvers,
});

export const isShortOfApprovals = (facts: ApprovalFacts): boolean => {
  const { have, need } = countApprovals(facts);
  return have < need;
};

/** The same facts once this subject has approved. */
export const withApproval = <F extends ApprovalFacts>(facts: F, subject: string): F => ({
  ...facts,
  approvals: [...facts.approvals, subject],
});
