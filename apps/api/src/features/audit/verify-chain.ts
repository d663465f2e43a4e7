import { Injectable } from '@nestjs/common';
import type { SignedCheckpoint } from '#core/audit/checkpoint.js';
import { CHAIN_START, type ChainPosition } from '#core/audit/verify-chain.js';
import type { RequestContext } from '../../auth/request-context.js';
import { AuditRepository, type ChainHead } from './audit.repository.js';
import { isSignedBy } from './checkpoint-key.js';
import {
  CheckpointsRepository,
  signedOf,
  type CheckpointPosition,
  type StoredCheckpoint,
} from './checkpoints.repository.js';
import { FollowTrail, type Following } from './follow-trail.js';
import { requireWholeTrail } from './require-whole-trail.js';

/** By their names. */
type PublicKeys = ReadonlyMap<string, string>;

export interface Verification {
  readonly valid: boolean;
  readonly events: number;
  readonly head: string;
  /** The number of the first event that is still there. */
  readonly first_seq: number;
  readonly checkpoints: number;
  readonly broken_at?: number;
  readonly reason?: string;
}

/**
 * Follows the whole chain, from the first event that is still there up to the head as it was when
 * this began, and holds it against the stored checkpoints. Who asks while it runs is given its
 * result: however many ask, the chain is hashed once at a time.
 */
@Injectable()
export class VerifyChain {
  private running: Promise<Verification> | undefined;

  constructor(
    private readonly events: AuditRepository,
    private readonly checkpoints: CheckpointsRepository,
    private readonly follow: FollowTrail,
  ) {}

  async execute({ caller }: RequestContext): Promise<Verification> {
    requireWholeTrail(caller.grant, 'To verify the chain');
    this.running ??= this.verify().finally(() => (this.running = undefined));
    return this.running;
  }

  private async verify(): Promise<Verification> {
    const head = await this.events.head();
    const start = await this.start();
    const readKeys = () => this.publicKeys();
    const notary = new Notary(this.checkpoints, this.events, readKeys, start.seq);
    const followed = await this.follow.execute(start, head.seq, (at) => notary.examine(at));
    const whole = followed.ok ? await notary.end(endOf(followed, head)) : followed;
    const told = {
      events: whole.position.seq - start.seq,
      head: whole.position.hash,
      first_seq: start.seq + 1,
      checkpoints: notary.agreed,
    };
    if (whole.ok) return { valid: true, ...told };
    return { valid: false, ...told, broken_at: whole.brokenAt, reason: whole.reason };
  }

  /** Where old events were let go, the checkpoint of the last of them stands for them all. */
  private async start(): Promise<ChainPosition> {
    const first = await this.events.firstSeq();
    if (first === null || first <= 1n) return CHAIN_START;
    const boundary = await this.checkpoints.ofEvent(first - 1n);
    const signed = boundary === null ? null : signedIn(boundary, await this.publicKeys());
    // What nobody signed stands for nothing: the events before are missing.
    if (signed === null) return CHAIN_START;
    return { seq: signed.checkpoint.seq, hash: signed.checkpoint.head };
  }

  private async publicKeys(): Promise<PublicKeys> {
    const keys = await this.checkpoints.keys();
    return new Map(keys.map(({ key_id, public_key }) => [key_id, public_key]));
  }
}

const endOf = (followed: Following & { readonly ok: true }, head: ChainHead): Following => {
  const { position } = followed;
  if (position.hash === head.hash) return followed;
  const reason = 'the head names another hash';
  return { ok: false, position, brokenAt: position.seq, reason };
};

const BATCH = 500;

/** Goes along the trail with the checkpoints that were made of it, a batch of them at a time. */
class Notary {
  agreed = 0;
  private waiting: StoredCheckpoint[] = [];
  private read: CheckpointPosition;
  private isAtEnd = false;
  private keys: PublicKeys = new Map();

  constructor(
    private readonly checkpoints: CheckpointsRepository,
    private readonly events: AuditRepository,
    private readonly readKeys: () => Promise<PublicKeys>,
    start: number,
  ) {
    this.read = { seq: BigInt(start) - 1n, key_id: '' };
  }

  /** What of this event was signed otherwise. */
  async examine({ seq, hash }: ChainPosition): Promise<string | null> {
    for (;;) {
      const next = await this.next();
      if (next === undefined || next.seq > BigInt(seq)) return null;
      this.waiting.shift();
      if (next.seq < BigInt(seq)) continue;
      const signed = signedIn(next, this.keys);
      if (signed === null) return 'the checkpoint of this event is not signed by the key it names';
      if (signed.checkpoint.head !== hash) {
        return `another event was signed at ${signed.checkpoint.at}`;
      }
      this.agreed += 1;
    }
  }

  /** A checkpoint of an event that is not there any more. */
  async end(followed: Following): Promise<Following> {
    const next = followed.ok ? await this.beyond(followed.position) : undefined;
    if (next === undefined) return followed;
    const { position } = followed;
    const reason = `the trail went up to event ${next.seq} when it was signed`;
    return { ok: false, position, brokenAt: position.seq + 1, reason };
  }

  private async beyond({ seq }: ChainPosition): Promise<StoredCheckpoint | undefined> {
    const next = await this.next();
    if (next === undefined || next.seq <= BigInt(seq)) return undefined;
    // It may have been made of what came after this began.
    const head = await this.events.head();
    return head.seq < next.seq ? next : undefined;
  }

  private async next(): Promise<StoredCheckpoint | undefined> {
    if (this.waiting.length === 0 && !this.isAtEnd) {
      this.waiting = await this.checkpoints.after(this.read, BATCH);
      this.read = this.waiting.at(-1) ?? this.read;
      this.isAtEnd = this.waiting.length < BATCH;
      // Only now: a replica may have come meanwhile, and have signed with a key of its own.
      if (this.waiting.length > 0) this.keys = await this.readKeys();
    }
    return this.waiting[0];
  }
}

/** Null where a checkpoint is not that of the event, or not signed by the key, that its row names. */
const signedIn = (stored: StoredCheckpoint, keys: PublicKeys): SignedCheckpoint | null => {
  const signed = signedOf(stored);
  const publicKey = keys.get(stored.key_id);
  if (signed === null || publicKey === undefined) return null;
  if (BigInt(signed.checkpoint.seq) !== stored.seq) return null;
  return isSignedBy(publicKey, signed) ? signed : null;
};
