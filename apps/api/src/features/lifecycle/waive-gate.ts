import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { actorIn } from '#core/lifecycle/actor.js';
import { refuseWaiver } from '#core/lifecycle/waive.js';
import { deciderOf } from '#core/policy/subject.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Settings } from '../../config/env.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { readTimestamp } from '../../http/timestamp.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import { gatesOf } from '../versions/version-gates.js';
import type { StoredWaiver } from '../versions/whole-version.js';
import { aboutVersion } from './about-version.js';
import type { WaiverBody } from './lifecycle.bodies.js';
import { LifecycleRepository, type NewWaiver } from './lifecycle.repository.js';

type GrantedWaiver = Omit<StoredWaiver, 'contract_digest'>;

/** Lets a version pass a gate for a time, for a reason that stays on record. */
@Injectable()
export class WaiveGate {
  constructor(
    private readonly lifecycle: LifecycleRepository,
    private readonly versions: ReadVersion,
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  execute(path: VersionPath, body: WaiverBody, context: RequestContext): Promise<GrantedWaiver> {
    const { caller } = context;
    const request = { ...body, expires_at: readTimestamp(body.expires_at, '/expires_at') };
    const now = new Date();

    return this.transactions.run(async (tx) => {
      await this.lifecycle.lock(tx, path.tool_id);
      const version = await this.versions.find(path, tx);

      const facts = {
        gates: gatesOf(version, { now, lint: this.settings.lint }),
        authors: version.authors,
        now,
        maxDays: this.settings.maxWaiverDays,
      };
      const actor = actorIn(caller, namespaceOf(path.tool_id));
      const refusal = refuseWaiver(request, facts, actor);
      if (refusal !== null) throw Problem.ofRefusal(refusal);

      const waiver: NewWaiver = { ...request, granted_by: deciderOf(caller) };
      await this.lifecycle.addWaiver(tx, version, waiver, now);
      await this.lifecycle.audit(tx, [
        {
          actor: actorOf(context),
          action: 'version.gate-waived',
          request_id: context.requestId,
          ...aboutVersion(version),
          reason: request.reason,
          detail: { gate: request.gate, expires_at: request.expires_at.toISOString() },
        },
      ]);
      return { ...waiver, granted_at: now };
    });
  }
}
