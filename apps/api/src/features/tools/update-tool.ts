import { Injectable } from '@nestjs/common';
import { presentationDigest } from '#core/contract/digest.js';
import { namespaceOf } from '#core/contract/tool-id.js';
import { actorIn, isOneOf, type ActorRole } from '#core/lifecycle/actor.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { notFound, Problem } from '../../http/problem.js';
import type { ToolChangeBody } from './tools.bodies.js';
import {
  ToolsRepository,
  type ConfirmedVersion,
  type ListedTool,
  type PresentationChange,
} from './tools.repository.js';

/** Changes what helps people and search, and confirms values that a converter guessed. */
@Injectable()
export class UpdateTool {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly transactions: Transactions,
  ) {}

  execute(toolId: string, body: ToolChangeBody, context: RequestContext): Promise<ListedTool> {
    requireRoles(toolId, body, context);

    return this.transactions.run(async (tx) => {
      const tool = await this.tools.lock(tx, toolId);
      if (tool === null) throw notFound();

      const before = presentationOf(tool);
      const after = changed(before, body);
      const isPresented = presentationDigest(before) !== presentationDigest(after);

      const at = new Date();
      if (isPresented) await this.tools.present(tx, tool, after, context.caller.subject, at);
      const confirmed =
        body.proposed === undefined ? [] : await this.tools.confirmProposed(tx, toolId, at);
      if (!isPresented && confirmed.length === 0) return tool;
      const updated = await this.reload(tx, toolId);
      const about = {
        actor: actorOf(context),
        request_id: context.requestId,
        tool_id: toolId,
        policy_version: tool.policy_version,
      };
      const presented = {
        action: 'tool.updated',
        before: presentationDigest(before),
        after: presentationDigest(after),
      };
      await this.tools.audit(tx, [
        ...(isPresented ? [{ ...about, ...presented }] : []),
        ...confirmed.map((version) => ({ ...about, ...confirmation(version) })),
      ]);
      return updated;
    });
  }

  private async reload(tx: Tx, toolId: string): Promise<ListedTool> {
    const tool = await this.tools.find(toolId, tx);
    if (tool === null) throw new Error('a locked tool has gone');
    return tool;
  }
}

/** The presentation is the publisher's and the admin's; a guess is confirmed by a reviewer. */
const requireRoles = (toolId: string, body: ToolChangeBody, { caller }: RequestContext): void => {
  const { proposed, ...presentation } = body;
  const actor = actorIn(caller, namespaceOf(toolId));
  const require = (roles: readonly ActorRole[], what: string): void => {
    if (isOneOf(actor, roles)) return;
    throw new Problem('permission-missing', {
      detail: `To ${what} is for a ${roles.join(' or ')}.`,
    });
  };
  if (Object.keys(presentation).length > 0) {
    require(['publisher', 'admin'], 'change the presentation');
  }
  if (proposed !== undefined) require(['reviewer'], 'confirm guessed values');
};

/** What a person vouched for: the content by its digest, and the places in it. */
const confirmation = ({ version, contract_digest, proposed }: ConfirmedVersion) => ({
  action: 'version.values-confirmed',
  version,
  before: contract_digest,
  after: contract_digest,
  detail: { confirmed: [...proposed] },
});

const presentationOf = (tool: ListedTool): PresentationChange => ({
  owner: tool.owner,
  example_queries: tool.example_queries,
  aliases: tool.aliases,
  note: tool.note,
});

const changed = (before: PresentationChange, body: ToolChangeBody): PresentationChange => ({
  owner: body.owner ?? before.owner,
  example_queries: body.example_queries ?? before.example_queries,
  aliases: body.aliases ?? before.aliases,
  note: body.note === undefined ? before.note : body.note,
});
