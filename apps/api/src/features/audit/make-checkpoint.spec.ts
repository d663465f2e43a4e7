import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import type { ChainPosition } from '#core/audit/verify-chain.js';
import { readSettings } from '../../config/env.js';
import { Database } from '../../database/database.js';
import { Transactions } from '../../database/transaction.js';
import { AuditRepository, type ChainHead } from './audit.repository.js';
import { CheckpointKey } from './checkpoint-key.js';
import { CheckpointsRepository, type StoredCheckpoint } from './checkpoints.repository.js';
import { FollowTrail, type Following } from './follow-trail.js';
import { MakeCheckpoint } from './make-checkpoint.js';

// Never asked for a connection.
const database = new Database('postgresql://127.0.0.1:9/none', pino({ level: 'silent' }));

const hashOf = (seq: bigint): string => `sha256:${seq}`;

/** A trail of a quarter of a million events, none of which is looked at. */
class LongTrail extends AuditRepository {
  override head(): Promise<ChainHead> {
    return Promise.resolve({ seq: 250_000n, hash: hashOf(250_000n) });
  }

  override firstSeq(): Promise<bigint | null> {
    return Promise.resolve(1n);
  }
}

class FollowAtOnce extends FollowTrail {
  override execute(_: ChainPosition, to: bigint): Promise<Following> {
    return Promise.resolve({ ok: true, position: { seq: Number(to), hash: hashOf(to) } });
  }
}

class Kept extends CheckpointsRepository {
  readonly rows: StoredCheckpoint[] = [];

  override latest(): Promise<StoredCheckpoint | null> {
    return Promise.resolve(null);
  }

  override introduce(): Promise<void> {
    return Promise.resolve();
  }

  override insert(_: unknown, row: StoredCheckpoint): Promise<boolean> {
    this.rows.push(row);
    return Promise.resolve(true);
  }

  override now(): Promise<Date> {
    return Promise.resolve(new Date(0));
  }
}

class NoTransactions extends Transactions {
  override runAsService<T>(work: (tx: never) => Promise<T>): Promise<T> {
    return work(undefined as never);
  }
}

it('signs the end of every partition that lies between, so that each of them can go', async () => {
  const pem = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const kept = new Kept(database);
  const events = new LongTrail(database);
  const key = new CheckpointKey(readSettings({ QM_AUDIT_SIGNING_KEY: pem }));
  const follow = new FollowAtOnce(events);
  const make = new MakeCheckpoint(key, events, kept, follow, new NoTransactions(database));
  const grant = { permissions: ['audit'] } as const;
  const caller = { keyId: 'k', subject: 's', kind: 'person', grant } as const;
  await make.execute({ caller, requestId: 'r' });
  expect(kept.rows.map(({ seq }) => seq)).toEqual([100_000n, 200_000n, 250_000n]);
});
