import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { knowsAll, policyNamespaces } from '#core/policy/grant.js';
import { admits, isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import type { ProposalQuery, RevisionQuery } from './policies.bodies.js';
import {
  PoliciesRepository,
  type PolicyProposal,
  type PolicyRevision,
  type ProposalWithBase,
} from './policies.repository.js';

/** What is in force, what was, and what is proposed. */
@Injectable()
export class ReadPolicies {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly cursors: Cursors,
  ) {}

  /** The revision in force. */
  async current(toolId: string): Promise<PolicyRevision> {
    const tool = await this.policies.findTool(toolId);
    if (tool === null) throw notFound();
    return this.policies.revision(toolId, tool.policy_version);
  }

  async revisions(toolId: string, query: RevisionQuery): Promise<Page<PolicyRevision>> {
    if ((await this.policies.findTool(toolId)) === null) throw notFound();
    return readPage(this.cursors, query, {
      filter: filterOf('policy-revisions', { tool_id: toolId }),
      positionOf: ({ policy_version: number }) => number,
      rowsAfter: (position, count) =>
        this.policies.listRevisions(toolId, typeof position === 'number' ? position : null, count),
    });
  }

  async proposals(
    query: ProposalQuery,
    { caller }: RequestContext,
  ): Promise<Page<ProposalWithBase>> {
    const namespaces = policyNamespaces(caller.grant);
    const exact = {
      ...(query.tool_id === undefined ? {} : { tool_id: query.tool_id }),
      ...(query.status === undefined ? {} : { status: query.status }),
    };
    const filter = { ...exact, namespaces: isEvery(namespaces) ? null : namespaces };
    const page = await readPage<PolicyProposal>(this.cursors, query, {
      filter: filterOf('policy-proposals', { ...exact, namespaces }),
      positionOf: ({ id }) => id,
      rowsAfter: (position, count) =>
        this.policies.listProposals(filter, typeof position === 'string' ? position : null, count),
    });
    return { items: await this.policies.withBases(page.items), next_cursor: page.next_cursor };
  }

  /** The proposal that nobody has decided yet. */
  async openProposal(toolId: string): Promise<ProposalWithBase | null> {
    const filter = { tool_id: toolId, status: 'open', namespaces: null };
    const [open] = await this.policies.listProposals(filter, null, 1);
    return open === undefined ? null : this.policies.withBase(open);
  }

  async proposal(id: string, { caller }: RequestContext): Promise<ProposalWithBase> {
    const proposal = await this.policies.findProposal(id);
    const isShown =
      proposal !== null && admits(policyNamespaces(caller.grant), namespaceOf(proposal.tool_id));
    if (!isShown) throw notFound();
    return this.policies.withBase(proposal);
  }

  /**
   * Of the tenants that policies name those that no key is bound to, which often are misspelt. Whose
   * keys there are is told to nobody who does not know all namespaces: null.
   */
  async tenantsWithoutKey(
    tenants: readonly string[],
    { caller }: RequestContext,
  ): Promise<readonly string[] | null> {
    return knowsAll(caller.grant) ? this.policies.tenantsWithoutKey(tenants) : null;
  }
}
