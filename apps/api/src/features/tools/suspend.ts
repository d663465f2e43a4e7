import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { actorIn } from '#core/lifecycle/actor.js';
import { decideSuspension } from '#core/lifecycle/suspension.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { notFound, Problem } from '../../http/problem.js';
import {
  SuspensionsRepository,
  type LockedSuspension,
  type StoredSuspension,
} from './suspensions.repository.js';
import type { SuspensionBody } from './tools.bodies.js';

/** One of the two kinds of switch: of a tool, or of all tools of a namespace. */
interface Switch {
  readonly namespace: string;
  readonly lock: (tx: Tx) => Promise<LockedSuspension | null>;
  readonly turn: (tx: Tx, suspension: StoredSuspension, at: Date) => Promise<void>;
  readonly audited: Pick<AuditEntry, 'tool_id' | 'detail'>;
  readonly what: 'tool' | 'namespace';
}

/** Throws or lifts the kill switch; no candidate request that comes after the answer misses it. */
@Injectable()
export class Suspend {
  constructor(
    private readonly suspensions: SuspensionsRepository,
    private readonly transactions: Transactions,
  ) {}

  tool(toolId: string, body: SuspensionBody, context: RequestContext): Promise<StoredSuspension> {
    return this.execute(
      {
        namespace: namespaceOf(toolId),
        lock: (tx) => this.suspensions.lockTool(tx, toolId),
        turn: (tx, suspension, at) => this.suspensions.switchTool(tx, toolId, suspension, at),
        audited: { tool_id: toolId },
        what: 'tool',
      },
      body,
      context,
    );
  }

  namespace(ns: string, body: SuspensionBody, context: RequestContext): Promise<StoredSuspension> {
    return this.execute(
      {
        namespace: ns,
        lock: (tx) => this.suspensions.lockNamespace(tx, ns),
        turn: (tx, suspension, at) => this.suspensions.switchNamespace(tx, ns, suspension, at),
        audited: { detail: { namespace: ns } },
        what: 'namespace',
      },
      body,
      context,
    );
  }

  private execute(
    target: Switch,
    body: SuspensionBody,
    context: RequestContext,
  ): Promise<StoredSuspension> {
    const actor = actorIn(context.caller, target.namespace);

    return this.transactions.run(async (tx) => {
      const now = await target.lock(tx);
      if (now === null) throw notFound();

      const decision = decideSuspension(
        { suspended: now.suspended, by_admin: now.suspended_by_admin },
        body,
        actor,
      );
      if (!decision.ok) throw Problem.ofRefusal(decision.refusal);
      if (!decision.changed) return now;

      const at = new Date();
      const { suspended, by_admin: byAdmin } = decision.suspension;
      const suspension: StoredSuspension = {
        suspended,
        suspended_reason: suspended ? body.reason : null,
        suspended_by: suspended ? context.caller.subject : null,
        suspended_by_admin: byAdmin,
        suspended_at: suspended ? at : null,
      };
      await target.turn(tx, suspension, at);
      await this.suspensions.audit(tx, {
        actor: actorOf(context),
        action: `${target.what}.${suspended ? 'suspended' : 'unsuspended'}`,
        request_id: context.requestId,
        reason: body.reason,
        ...target.audited,
        ...(now.policy_version === undefined ? {} : { policy_version: now.policy_version }),
      });
      return suspension;
    });
  }
}
