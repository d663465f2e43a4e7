import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { actorIn } from '#core/lifecycle/actor.js';
import { mayKnow } from '#core/policy/grant.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { whenPrepared } from '../../comparison/worksheet.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import type { VersionAnswer } from '../versions/versions.answers.js';
import { ApproveByRule, NOT_AT_ALL, type Follow } from './approve-by-rule.js';
import { LifecycleRepository } from './lifecycle.repository.js';
import type { TransitionBody } from './lifecycle.bodies.js';
import { readEvidence, readRequest } from './read-requests.js';
import { TakeStep, type Step } from './take-step.js';

/** Takes a version one step along its lifecycle. */
@Injectable()
export class TransitionVersion {
  constructor(
    private readonly lifecycle: LifecycleRepository,
    private readonly steps: TakeStep,
    private readonly rule: ApproveByRule,
    private readonly versions: ReadVersion,
    private readonly transactions: Transactions,
  ) {}

  execute(
    path: VersionPath,
    body: TransitionBody,
    context: RequestContext,
  ): Promise<VersionAnswer> {
    const { caller, requestId } = context;
    const step: Step = {
      path,
      request: readRequest(body),
      ...(body.contract_digest === undefined ? {} : { reviewed: body.contract_digest }),
      evidence: readEvidence(body.evidence ?? [], '/evidence', caller.subject),
      actor: actorIn(caller, namespaceOf(path.tool_id)),
      knows: (namespace) => mayKnow(caller.grant, namespace),
      audited: { actor: actorOf(context), request_id: requestId },
      now: new Date(),
    };

    const take = (follow: Follow) =>
      this.transactions.run(async (tx) => {
        await this.lifecycle.lock(tx, path.tool_id);
        const taken = await this.steps.take(tx, step);
        return this.answer(tx, path, [...taken, ...(await follow(tx, step))]);
      });
    return body.to === 'review' ? this.rule.accompany(take) : whenPrepared(() => take(NOT_AT_ALL));
  }

  private async answer(
    tx: Tx,
    path: VersionPath,
    entries: readonly AuditEntry[],
  ): Promise<VersionAnswer> {
    const answer = await this.versions.view(path, tx);
    await this.lifecycle.audit(tx, entries);
    return answer;
  }
}
