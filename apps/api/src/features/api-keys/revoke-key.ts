import { Injectable } from '@nestjs/common';
import { withinGrant } from '#core/policy/within-grant.js';
import { KeyRepository } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { notFound, Problem } from '../../http/problem.js';
import { keyEntry } from './key-entry.js';

/** Revokes a key for good; revoking it again changes nothing. */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly keys: KeyRepository,
    private readonly transactions: Transactions,
  ) {}

  async execute(id: string, context: RequestContext): Promise<void> {
    const key = await this.keys.find(id);
    if (key === null) throw notFound();
    const beyond = withinGrant(context.caller.grant, key.caller.grant);
    if (beyond.length > 0) {
      throw new Problem('beyond-grant', {
        detail: 'The key is granted more than you are.',
        errors: beyond,
      });
    }

    await this.transactions.run(async (tx) => {
      const revoked = await this.keys.revoke(tx, id);
      if (!revoked) return;
      await this.keys.audit(tx, keyEntry('api-key.revoked', id, key.caller.subject, context));
    });
  }
}
