import { Injectable } from '@nestjs/common';
import { KeyRepository } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { GetKey } from './get-key.js';
import { keyEntry } from './key-entry.js';

/** Revokes a key for good; revoking it again changes nothing. */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly getKey: GetKey,
    private readonly keys: KeyRepository,
    private readonly transactions: Transactions,
  ) {}

  async execute(id: string, context: RequestContext): Promise<void> {
    const key = await this.getKey.execute(id, context);

    await this.transactions.run(async (tx) => {
      const revoked = await this.keys.revoke(tx, id);
      if (!revoked) return;
      await this.keys.audit(tx, keyEntry('api-key.revoked', key, context));
    });
  }
}
