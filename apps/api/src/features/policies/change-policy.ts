import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decidePolicyChange } from '#core/policy/compare-policies.js';
import { normalisePolicy, policyDigest } from '#core/policy/policy-digest.js';
import { policyFaults } from '#core/policy/policy-faults.js';
import type { Policy } from '#core/policy/policy.js';
import { shortOf } from '#core/policy/short-of.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { policyOf } from '../../database/records.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { requireMatch } from '../../http/etag.js';
import { notFound, Problem } from '../../http/problem.js';
import type { PolicyChangeBody } from './policies.bodies.js';
import {
  PoliciesRepository,
  type PolicyRevision,
  type ProposalWithBase,
  type Tool,
  type VersionUnderPolicy,
} from './policies.repository.js';
import { ReadPolicies } from './read-policies.js';

export interface PolicyChange {
  readonly toolId: string;
  readonly ifMatch: string | undefined;
  readonly body: PolicyChangeBody;
}

/** A version that misses a gate under the policy now in force. */
export interface ShortVersion {
  readonly version: string;
  readonly gate: string;
  readonly why: string;
}

type Effect =
  | {
      readonly outcome: 'in-force';
      readonly revision: PolicyRevision;
      readonly shortOf: readonly ShortVersion[];
    }
  | { readonly outcome: 'proposed'; readonly proposal: ProposalWithBase };

type PolicyChangeOutcome = Effect & { readonly tenantsWithoutKey: readonly string[] | null };

export type PolicyInForce = Extract<PolicyChangeOutcome, { outcome: 'in-force' }>;

/** Puts a tightening in force at once; makes a proposal of whatever loosens anything. */
@Injectable()
export class ChangePolicy {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly readPolicies: ReadPolicies,
    private readonly transactions: Transactions,
  ) {}

  async execute(change: PolicyChange, context: RequestContext): Promise<PolicyChangeOutcome> {
    const { reason, ...stated } = change.body;
    const policy = normalisePolicy(stated);

    const { allowed_tenants: tenants } = policy;
    const tenantsWithoutKey = await this.readPolicies.tenantsWithoutKey(tenants, context);

    const effect = await this.transactions.run(async (tx): Promise<Effect> => {
      const tool = await this.policies.lockTool(tx, change.toolId);
      if (tool === null) throw notFound();
      requireMatch(change.ifMatch, `"${tool.policy_version}"`);
      requireSound(policy);

      const { outcome } = decidePolicyChange(policyOf(tool), policy);

      const step = { tool, policy, reason, context, at: new Date() };
      if (outcome === 'proposed') return this.propose(tx, step);
      return outcome === 'in-force' ? this.tighten(tx, step) : this.confirm(tx, step);
    });
    return { ...effect, tenantsWithoutKey };
  }

  /** The policy is already exactly this: nothing is written. */
  private async confirm(tx: Tx, step: Step): Promise<Effect> {
    const { tool_id: toolId, policy_version: policyVersion } = step.tool;
    return {
      outcome: 'in-force',
      revision: await this.policies.revision(toolId, policyVersion, tx),
      shortOf: await this.shortVersions(tx, step),
    };
  }

  private async tighten(tx: Tx, step: Step): Promise<Effect> {
    const { tool, policy, reason, context, at } = step;
    const policyVersion = tool.policy_version + 1;
    const revision = await this.policies.enforce(tx, {
      toolId: tool.tool_id,
      policyVersion,
      policy,
      reason,
      changedBy: context.caller.subject,
      at,
    });
    const stale = await this.policies.closeOpen(tx, tool.tool_id, 'stale');
    const shortOf = await this.shortVersions(tx, step);
    await this.policies.audit(tx, {
      ...entryOf(step, 'policy.tightened'),
      policy_version: policyVersion,
      ...(stale === null ? {} : { detail: { stale_proposal: stale } }),
    });
    return { outcome: 'in-force', revision, shortOf };
  }

  private async propose(tx: Tx, step: Step): Promise<Effect> {
    const { tool, policy, reason, context, at } = step;
    const superseded = await this.policies.closeOpen(tx, tool.tool_id, 'superseded');
    const proposal = await this.policies.propose(tx, {
      id: proposalId(at),
      toolId: tool.tool_id,
      base: tool.policy_version,
      policy,
      reason,
      changedBy: context.caller.subject,
      onBehalfOf: context.caller.onBehalfOf,
      at,
    });
    await this.policies.audit(tx, {
      ...entryOf(step, 'policy.proposed'),
      policy_version: tool.policy_version,
      detail: {
        proposal_id: proposal.id,
        ...(superseded === null ? {} : { superseded_proposal: superseded }),
      },
    });
    return { outcome: 'proposed', proposal: { proposal, base: tool } };
  }

  private async shortVersions(tx: Tx, { tool, policy, at }: Step): Promise<ShortVersion[]> {
    const versions = await this.policies.versionsUnderPolicy(tx, tool.tool_id, at);
    return versions.flatMap((version) => shortfallsOf(policy, version));
  }
}

interface Step {
  readonly tool: Tool;
  readonly policy: Policy;
  readonly reason: string;
  readonly context: RequestContext;
  readonly at: Date;
}

const entryOf = ({ tool, policy, reason, context }: Step, action: string): AuditEntry => ({
  actor: actorOf(context),
  action,
  request_id: context.requestId,
  tool_id: tool.tool_id,
  reason,
  before: tool.policy_digest,
  after: policyDigest(policy),
});

const requireSound = (policy: Policy): void => {
  const errors = policyFaults(policy);
  if (errors.length === 0) return;
  throw new Problem('policy-invalid', { detail: 'The policy breaks a rule.', errors });
};

const shortfallsOf = (policy: Policy, version: VersionUnderPolicy): ShortVersion[] =>
  shortOf(policy, version.contract)
    .filter(({ gate }) => !version.waived.includes(gate))
    .map(({ gate, why }) => ({ version: version.version, gate, why }));

/** Sorts by the time it was made: milliseconds first, then enough chance to be unique. */
const proposalId = (at: Date): string =>
  `pp_${at.getTime().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
