import { Injectable } from '@nestjs/common';
import { readCheckpoint, type SignedCheckpoint } from '#core/audit/checkpoint.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/transaction.js';

export interface StoredCheckpoint {
  readonly seq: bigint;
  readonly key_id: string;
  /** The whole JWS. */
  readonly checkpoint: string;
  readonly at: Date;
}

export interface StoredAuditKey {
  readonly key_id: string;
  readonly public_key: string;
  readonly introduced_at: Date;
}

/** A position in the list, the latest first. */
export type CheckpointPosition = Pick<StoredCheckpoint, 'seq' | 'key_id'>;

@Injectable()
export class CheckpointsRepository {
  constructor(private readonly database: Database) {}

  /** At most `count` of them after a position, the latest first. */
  async list(after: CheckpointPosition | null, count: number): Promise<StoredCheckpoint[]> {
    return this.database.asService((db) =>
      db.auditCheckpoint.findMany({
        where:
          after === null
            ? {}
            : {
                OR: [{ seq: { lt: after.seq } }, { seq: after.seq, key_id: { gt: after.key_id } }],
              },
        orderBy: [{ seq: 'desc' }, { key_id: 'asc' }],
        take: count,
      }),
    );
  }

  /** The latest of an event up to `seq`. */
  async latest(seq?: bigint): Promise<StoredCheckpoint | null> {
    return this.database.asService((db) =>
      db.auditCheckpoint.findFirst({
        where: seq === undefined ? {} : { seq: { lte: seq } },
        orderBy: [{ seq: 'desc' }, { at: 'desc' }],
      }),
    );
  }

  async ofEvent(seq: bigint): Promise<StoredCheckpoint | null> {
    return this.database.asService((db) =>
      db.auditCheckpoint.findFirst({
        where: { seq },
        orderBy: { at: 'desc' },
      }),
    );
  }

  /** At most `count` of them after a position, in the order of the trail. */
  async after({ seq, key_id }: CheckpointPosition, count: number): Promise<StoredCheckpoint[]> {
    return this.database.asService((db) =>
      db.auditCheckpoint.findMany({
        where: { OR: [{ seq: { gt: seq } }, { seq, key_id: { gt: key_id } }] },
        orderBy: [{ seq: 'asc' }, { key_id: 'asc' }],
        take: count,
      }),
    );
  }

  /** False where somebody else had signed the same event with the same key. */
  async insert(tx: Tx, row: StoredCheckpoint): Promise<boolean> {
    const { count } = await tx.auditCheckpoint.createMany({ data: [row], skipDuplicates: true });
    return count > 0;
  }

  async get({ seq, key_id }: CheckpointPosition): Promise<StoredCheckpoint> {
    return this.database.asService((db) =>
      db.auditCheckpoint.findUniqueOrThrow({
        where: { seq_key_id: { seq, key_id } },
      }),
    );
  }

  async keys(): Promise<StoredAuditKey[]> {
    return this.database.asService((db) =>
      db.auditKey.findMany({
        orderBy: [{ introduced_at: 'desc' }, { key_id: 'asc' }],
      }),
    );
  }

  async introduce(tx: Tx, key_id: string, public_key: string): Promise<void> {
    await tx.auditKey.createMany({ data: [{ key_id, public_key }], skipDuplicates: true });
  }

  async now(): Promise<Date> {
    const [row] = await this.database.unsighted.$queryRaw<{ at: Date }[]>`
      SELECT date_trunc('milliseconds', clock_timestamp()) AS at`;
    if (row === undefined) throw new Error('the database has no clock');
    return row.at;
  }
}

/** The row is not trusted to be what the service wrote there. */
export const signedOf = ({ checkpoint }: StoredCheckpoint): SignedCheckpoint | null =>
  readCheckpoint(checkpoint);
