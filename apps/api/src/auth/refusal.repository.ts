import { Injectable } from '@nestjs/common';
import { appendAudit, type AuditEntry } from '../database/audit-trail.js';
import { Transactions } from '../database/transaction.js';

@Injectable()
export class RefusalRepository {
  constructor(private readonly transactions: Transactions) {}

  async write(entries: readonly AuditEntry[]): Promise<void> {
    await this.transactions.runAsService((tx) => appendAudit(tx, entries));
  }
}
