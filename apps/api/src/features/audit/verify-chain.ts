import { Injectable } from '@nestjs/common';
import { CHAIN_START, followChain, type ChainPosition } from '#core/audit/verify-chain.js';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Problem } from '../../http/problem.js';
import { nextTurn } from '../../http/turns.js';
import { AuditRepository } from './audit.repository.js';

export interface Verification {
  readonly valid: boolean;
  readonly events: number;
  readonly head: string;
  readonly broken_at?: number;
  readonly reason?: string;
}

const BATCH = 500;
/** So many are hashed before other requests have their turn: a few milliseconds. */
const EVENTS_OF_A_TURN = 50;

/**
 * Follows the whole chain, batch by batch, up to the head as it was when this began. Who asks while
 * it runs is given its result: however many ask, the chain is hashed once at a time.
 */
@Injectable()
export class VerifyChain {
  private running: Promise<Verification> | undefined;

  constructor(private readonly events: AuditRepository) {}

  async execute({ caller }: RequestContext): Promise<Verification> {
    // The chain is of all namespaces together, and so are the totals that it is answered with.
    if (!isEvery(namespacesFor(caller.grant, 'audit'))) {
      throw new Problem('permission-missing', {
        detail: 'To verify the chain needs the permission audit in every namespace.',
      });
    }
    this.running ??= this.follow().finally(() => (this.running = undefined));
    return this.running;
  }

  private async follow(): Promise<Verification> {
    const head = await this.events.head();
    let position: ChainPosition = CHAIN_START;
    while (BigInt(position.seq) < head.seq) {
      const batch = await this.events.chainAfter(BigInt(position.seq), BATCH);
      if (batch.length === 0) return broken(position, position.seq + 1, 'the event is missing');
      for (const [index, event] of batch.entries()) {
        if (event.seq > head.seq) break;
        if (index % EVENTS_OF_A_TURN === 0) await nextTurn();
        const step = followChain(position, event);
        if (!step.ok) return broken(position, step.brokenAt, step.reason);
        position = step.position;
      }
    }
    if (position.hash !== head.hash) {
      return broken(position, position.seq, 'the head names another hash');
    }
    return { valid: true, events: position.seq, head: position.hash };
  }
}

const broken = (position: ChainPosition, brokenAt: number, reason: string): Verification => ({
  valid: false,
  events: position.seq,
  head: position.hash,
  broken_at: brokenAt,
  reason,
});
