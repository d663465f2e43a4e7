import { Injectable } from '@nestjs/common';
import { followChain, type ChainPosition } from '#core/audit/verify-chain.js';
import { nextTurn } from '../../event-loop/turns.js';
import { AuditRepository } from './audit.repository.js';

const BATCH = 500;
/** So many are hashed before other requests have their turn: a few milliseconds. */
const EVENTS_OF_A_TURN = 50;

export type Following =
  | { readonly ok: true; readonly position: ChainPosition }
  | {
      readonly ok: false;
      readonly position: ChainPosition;
      readonly brokenAt: number;
      readonly reason: string;
    };

/** Is shown each event that fits, and says why it is not the right one; null where it is. */
export type Witness = (position: ChainPosition) => string | null | Promise<string | null>;

/** Follows the stored chain over a range of it, batch by batch, and hashes every event anew. */
@Injectable()
export class FollowTrail {
  constructor(private readonly events: AuditRepository) {}

  async execute(from: ChainPosition, to: bigint, witness?: Witness): Promise<Following> {
    let position = from;
    while (BigInt(position.seq) < to) {
      const batch = await this.events.chainAfter(BigInt(position.seq), BATCH);
      if (batch.length === 0) return broken(position, position.seq + 1, 'the event is missing');
      for (const [index, event] of batch.entries()) {
        if (event.seq > to) break;
        if (index % EVENTS_OF_A_TURN === 0) await nextTurn();
        const step = followChain(position, event);
        if (!step.ok) return broken(position, step.brokenAt, step.reason);
        const objection = await witness?.(step.position);
        if (typeof objection === 'string') return broken(position, step.position.seq, objection);
        position = step.position;
      }
    }
    return { ok: true, position };
  }
}

const broken = (position: ChainPosition, brokenAt: number, reason: string): Following => ({
  ok: false,
  position,
  brokenAt,
  reason,
});
