import { Injectable } from '@nestjs/common';
import { checkVersion, type VersionCheck } from '#core/versions/check-version.js';
import { comparedWith } from '#core/versions/known-version.js';
import { Comparer } from '../../comparison/comparer.js';
import { ContractShelf, StoredContracts } from '../versions/stored-contracts.js';
import { versionOf } from '../../database/records.js';
import type { AuditActor } from '../../database/audit-trail.js';
import type { Tx } from '../../database/transaction.js';

interface Released {
  readonly id: bigint;
  readonly tool_id: string;
  readonly version: string;
}

/** Asks the version check once more, against the baseline of this moment. */
@Injectable()
export class ReleaseCheck {
  constructor(
    private readonly comparer: Comparer,
    private readonly contracts: StoredContracts,
  ) {}

  /**
   * Whether the number of a version still fits, asked under the lock of its tool; `Unprepared` where
   * that takes a comparison that was not made yet. It counts as the actor's.
   */
  async verdict(
    tx: Tx,
    { id, tool_id: toolId, version }: Released,
    { key_id: keyId, subject }: AuditActor,
  ): Promise<VersionCheck> {
    const stored = await this.contracts.versionsOf(toolId, tx);
    const released = stored.find((one) => one.id === id);
    if (released === undefined) throw new Error('a locked version has gone');
    const known = stored.filter((one) => one !== released);
    const number = versionOf({ version });
    const shelf = new ContractShelf();
    await this.contracts.read([released, ...comparedWith(number, known)], shelf, tx);
    const sheet = this.comparer.begin({ caller: keyId ?? subject });
    return sheet.decide(() =>
      checkVersion({
        ...shelf.get(released),
        version: number,
        contract_digest: released.contract_digest,
        known,
        contractOf: (one) => shelf.get(one),
        classify: sheet.classify,
        engine: this.comparer.engine,
      }),
    );
  }
}
