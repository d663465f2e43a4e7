import { Injectable } from '@nestjs/common';
import { refuseDeletion } from '#core/lifecycle/draft.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadVersion, type VersionPath } from './read-version.js';
import { VersionsRepository } from './versions.repository.js';

/** Deletes a draft that was never submitted, so that its number is free again. */
@Injectable()
export class DeleteVersion {
  constructor(
    private readonly reader: ReadVersion,
    private readonly versions: VersionsRepository,
    private readonly transactions: Transactions,
  ) {}

  execute(path: VersionPath, context: RequestContext): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.versions.lock(tx, path.tool_id);
      const version = await this.reader.find(path, tx);

      const refusal = refuseDeletion(version);
      if (refusal !== null) throw Problem.ofRefusal(refusal);

      await this.versions.delete(tx, version);
      await this.versions.audit(tx, {
        actor: actorOf(context),
        request_id: context.requestId,
        action: 'version.deleted',
        tool_id: version.tool_id,
        version: version.version,
        policy_version: version.tool.policy_version,
        before: version.contract_digest,
        after: null,
      });
    });
  }
}
