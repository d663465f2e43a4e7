import { Injectable } from '@nestjs/common';
import { isCheckpointDue } from '#core/audit/checkpoint-due.js';
import { CHAIN_START, type ChainPosition } from '#core/audit/verify-chain.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { AuditRepository } from './audit.repository.js';
import { CheckpointKey, isSignedBy, type SigningKey } from './checkpoint-key.js';
import {
  CheckpointsRepository,
  signedOf,
  type StoredCheckpoint,
} from './checkpoints.repository.js';
import { FollowTrail } from './follow-trail.js';
import { requireWholeTrail } from './require-whole-trail.js';

export interface MadeCheckpoint {
  readonly stored: StoredCheckpoint;
  /** False where the trail has not moved since this one was made. */
  readonly isNew: boolean;
}

/**
 * Signs how the trail ends now. What came since the last checkpoint is followed first, so that nothing
 * is signed that does not go on from what was.
 */
@Injectable()
export class MakeCheckpoint {
  constructor(
    private readonly key: CheckpointKey,
    private readonly events: AuditRepository,
    private readonly checkpoints: CheckpointsRepository,
    private readonly follow: FollowTrail,
    private readonly transactions: Transactions,
  ) {}

  async execute({ caller }: RequestContext): Promise<MadeCheckpoint> {
    requireWholeTrail(caller.grant, 'To sign the trail');
    const key = await this.key.get();
    if (key !== null) return this.make(key);
    throw new Problem('signing-key-missing', {
      detail: 'This deployment has no key to sign checkpoints with.',
    });
  }

  /** The same for the service itself, where enough has come or enough time has gone. */
  async ifDue(key: SigningKey, everyMs: number): Promise<void> {
    const [head, latest, now] = await Promise.all([
      this.events.head(),
      this.checkpoints.latest(),
      this.checkpoints.now(),
    ]);
    const since = {
      events: Number(head.seq - (latest?.seq ?? 0n)),
      ageMs: latest === null ? null : now.getTime() - latest.at.getTime(),
    };
    if (isCheckpointDue(since, everyMs)) await this.make(key);
  }

  private async make(key: SigningKey): Promise<MadeCheckpoint> {
    const head = await this.events.head();
    const latest = await this.checkpoints.latest(head.seq);
    await this.requireNothingGone();
    let from = latest === null ? CHAIN_START : await this.positionOf(latest);
    for (let end = endAfter(from.seq); end <= head.seq; end += PARTITION) {
      from = await this.requireContinuation(from, end);
      await this.sign(key, from);
    }
    const to = await this.requireContinuation(from, head.seq);
    if (to.hash !== head.hash) throw broken('the head names another hash');
    if (latest?.seq === head.seq && latest.key_id === key.keyId) {
      return { stored: latest, isNew: false };
    }
    return this.sign(key, to);
  }

  private async sign(key: SigningKey, { seq, hash: head }: ChainPosition): Promise<MadeCheckpoint> {
    const at = await this.checkpoints.now();
    const first = (await this.events.firstSeq()) ?? 1n;
    const events = seq - Number(first) + 1;
    const checkpoint = key.sign({ seq, head, events, at: at.toISOString() });
    const row = { seq: BigInt(seq), key_id: key.keyId, checkpoint, at };

    const isNew = await this.transactions.runAsService(async (tx) => {
      await this.checkpoints.introduce(tx, key.keyId, key.publicKey);
      return this.checkpoints.insert(tx, row);
    });
    return { stored: isNew ? row : await this.checkpoints.get(row), isNew };
  }

  private async positionOf(stored: StoredCheckpoint): Promise<ChainPosition> {
    const signed = signedOf(stored);
    const keys = await this.checkpoints.keys();
    const known = keys.find(({ key_id }) => key_id === stored.key_id);
    if (signed === null || known === undefined || !isSignedBy(known.public_key, signed)) {
      throw broken(`the checkpoint of event ${stored.seq} is not signed by the key it names`);
    }
    return { seq: signed.checkpoint.seq, hash: signed.checkpoint.head };
  }

  private async requireNothingGone(): Promise<void> {
    const latest = await this.checkpoints.latest();
    if (latest !== null && latest.seq > (await this.events.head()).seq) {
      throw broken(`it went up to event ${latest.seq} when it was signed`);
    }
  }

  private async requireContinuation(from: ChainPosition, to: bigint): Promise<ChainPosition> {
    const followed = await this.follow.execute(from, to);
    if (!followed.ok) throw broken(`event ${followed.brokenAt}: ${followed.reason}`);
    return followed.position;
  }
}

/** As the migration makes partitions. The last event of each is signed, to stand for it once it goes. */
const PARTITION = 100_000n;

/** The last event of the partition that the event after this one is in. */
const endAfter = (seq: number): bigint => (BigInt(seq) / PARTITION + 1n) * PARTITION;

const broken = (reason: string): Problem =>
  new Problem('trail-broken', {
    detail: `The trail does not go on from its last checkpoint: ${reason}.`,
  });
