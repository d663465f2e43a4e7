import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { mayAdministerIn, mayReviewIn } from '#core/policy/grant.js';
import { policyDigest } from '#core/policy/policy-digest.js';
import { refuseProposalDecision, type ProposalStatus } from '#core/policy/proposal.js';
import { deciderOf } from '#core/policy/subject.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { policyOf } from '../../database/records.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { notFound, Problem } from '../../http/problem.js';
import type { DecisionBody } from './policies.bodies.js';
import {
  PoliciesRepository,
  type PolicyProposal,
  type ProposalWithBase,
  type Tool,
} from './policies.repository.js';

/** A second person approves or rejects what loosens a policy. */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly transactions: Transactions,
  ) {}

  async execute(
    id: string,
    body: DecisionBody,
    context: RequestContext,
  ): Promise<ProposalWithBase> {
    const known = await this.policies.findProposal(id);
    if (known === null || !mayDecide(known.tool_id, context)) throw notFound();

    return this.transactions.run(async (tx) => {
      const tool = await this.policies.lockTool(tx, known.tool_id);
      if (tool === null) throw notFound();
      const proposal = await this.policies.proposalIn(tx, id);

      const refusal = refuseProposalDecision(
        {
          authors: [
            proposal.author,
            ...(proposal.on_behalf_of === null ? [] : [proposal.on_behalf_of]),
          ],
          // Written by this feature alone, and held to the list by a check in the database.
          status: proposal.status as ProposalStatus,
          startedFrom: proposal.base_policy_version,
          policyVersion: tool.policy_version,
        },
        context.caller,
      );
      if (refusal !== null) throw Problem.ofRefusal(refusal);

      await this.save(tx, { tool, proposal, body, context, at: new Date() });
      return this.policies.withBase(await this.policies.proposalIn(tx, id), tx);
    });
  }

  private async save(tx: Tx, { tool, proposal, body, context, at }: Decision): Promise<void> {
    const approved = body.decision === 'approve';
    const policy = policyOf(proposal);
    const policyVersion = tool.policy_version + (approved ? 1 : 0);
    await this.policies.decide(tx, proposal.id, {
      status: approved ? 'approved' : 'rejected',
      by: deciderOf(context.caller),
      reason: body.reason,
      at,
    });
    if (approved) {
      await this.policies.enforce(tx, {
        toolId: tool.tool_id,
        policyVersion,
        policy,
        reason: proposal.reason,
        changedBy: proposal.author,
        approvedBy: deciderOf(context.caller),
        at,
      });
    }
    await this.policies.audit(tx, {
      actor: actorOf(context),
      action: approved ? 'policy.proposal-approved' : 'policy.proposal-rejected',
      request_id: context.requestId,
      tool_id: tool.tool_id,
      policy_version: policyVersion,
      reason: body.reason,
      before: tool.policy_digest,
      after: approved ? policyDigest(policy) : tool.policy_digest,
      detail: { proposal_id: proposal.id, author: proposal.author },
    });
  }
}

interface Decision {
  readonly tool: Tool;
  readonly proposal: PolicyProposal;
  readonly body: DecisionBody;
  readonly context: RequestContext;
  readonly at: Date;
}

/** A proposal in a foreign namespace does not exist for this caller. */
const mayDecide = (toolId: string, { caller }: RequestContext): boolean => {
  const namespace = namespaceOf(toolId);
  return mayReviewIn(caller.grant, namespace) || mayAdministerIn(caller.grant, namespace);
};
