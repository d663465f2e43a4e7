import { Injectable } from '@nestjs/common';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadVersion, type VersionPath } from '../versions/read-version.js';
import type { VersionAnswer } from '../versions/versions.answers.js';
import { aboutVersion } from './about-version.js';
import type { RolloutBody } from './lifecycle.bodies.js';
import { LifecycleRepository } from './lifecycle.repository.js';

/** Sets the share of sessions that an enabled version is served to. */
@Injectable()
export class SetRollout {
  constructor(
    private readonly lifecycle: LifecycleRepository,
    private readonly versions: ReadVersion,
    private readonly transactions: Transactions,
  ) {}

  execute(path: VersionPath, body: RolloutBody, context: RequestContext): Promise<VersionAnswer> {
    return this.transactions.run(async (tx) => {
      await this.lifecycle.lock(tx, path.tool_id);
      const version = await this.versions.find(path, tx);

      if (version.state !== 'enabled') {
        throw new Problem('not-enabled', { detail: `${version.version} is ${version.state}.` });
      }

      const before = { percent: version.rollout_percent, salt: version.rollout_salt };
      // A salt that is not stated stays: the sessions that a growing share already has keep theirs.
      const rollout = { percent: body.percent, salt: body.salt ?? before.salt };
      if (rollout.percent === before.percent && rollout.salt === before.salt) {
        return this.versions.view(path, tx);
      }
      await this.lifecycle.setRollout(tx, version, rollout, new Date());
      const answer = await this.versions.view(path, tx);
      await this.lifecycle.audit(tx, [
        {
          actor: actorOf(context),
          action: 'version.rollout-set',
          request_id: context.requestId,
          ...aboutVersion(version),
          detail: { ...rollout, before },
        },
      ]);
      return answer;
    });
  }
}
