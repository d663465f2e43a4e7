import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

export interface CatalogHead {
  readonly revision: bigint;
  readonly audit_seq: bigint;
  readonly dead_letters: bigint;
  readonly suspended_webhooks: bigint;
  /** Of the oldest event that a webhook waits for, in seconds. */
  readonly webhook_lag: number;
}

@Injectable()
export class CatalogHeadRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<CatalogHead> {
    const [head] = await this.database.asService(
      (db) => db.$queryRaw<CatalogHead[]>`
      SELECT revision, audit_seq,
        (SELECT count(*) FROM webhook_dead_letter) AS dead_letters,
        (SELECT count(*) FROM webhook WHERE suspended) AS suspended_webhooks,
        (SELECT coalesce(max(greatest(extract(epoch FROM now() - e.at), 0)), 0)::float8
          FROM webhook AS w JOIN audit_event AS e ON e.seq = w.position_seq + 1
          WHERE NOT w.suspended) AS webhook_lag
      FROM catalog_head WHERE id = 1`,
    );
    if (head === undefined) throw new Error('catalog_head has lost its row');
    return head;
  }
}
