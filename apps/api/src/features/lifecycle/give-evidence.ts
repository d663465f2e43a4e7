import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { actorIn } from '#core/lifecycle/actor.js';
import { refuseEvidence } from '#core/lifecycle/give-evidence.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import type { StoredEvidence } from '../versions/whole-version.js';
import { ApproveByRule } from './approve-by-rule.js';
import { evidenceEntry } from './evidence-entry.js';
import type { EvidenceBody } from './lifecycle.bodies.js';
import { LifecycleRepository } from './lifecycle.repository.js';
import { readRun } from './read-requests.js';

type GivenEvidence = Omit<StoredEvidence, 'contract_digest'>;

/** Puts a run that passed on record, for exactly the contract that stands now. */
@Injectable()
export class GiveEvidence {
  constructor(
    private readonly lifecycle: LifecycleRepository,
    private readonly versions: ReadVersion,
    private readonly rule: ApproveByRule,
    private readonly transactions: Transactions,
  ) {}

  execute(path: VersionPath, body: EvidenceBody, context: RequestContext): Promise<GivenEvidence> {
    const { caller } = context;
    const run = readRun(body, '', caller.subject);
    const now = new Date();

    return this.rule.accompany((follow) =>
      this.transactions.run(async (tx) => {
        await this.lifecycle.lock(tx, path.tool_id);
        const version = await this.versions.find(path, tx);

        const actor = actorIn(caller, namespaceOf(path.tool_id));
        const refusal = refuseEvidence(run.passed_at, now, actor);
        if (refusal !== null) throw Problem.ofRefusal(refusal);

        await this.lifecycle.addEvidence(tx, version, [run], now);
        const audited = { actor: actorOf(context), request_id: context.requestId };
        const byRule = await follow(tx, { path, audited, now });
        await this.lifecycle.audit(tx, [evidenceEntry(version, run, audited), ...byRule]);
        return { ...run, summary: run.summary ?? null, submitted_at: now };
      }),
    );
  }
}
