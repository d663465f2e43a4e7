import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 50;
const PATIENCE_MS = 5_000;

/**
 * Lets the requests in flight end when the service stops. A keep-alive connection has no end by
 * itself: from `begin` on every answer closes its connection, idle ones are closed, and what is
 * still open after five seconds is cut.
 */
@Injectable()
export class Drain {
  private begun = false;

  /** Readiness asks this, so that no new traffic is sent here. */
  get isDraining(): boolean {
    return this.begun;
  }

  /** Call before the application closes; returns what ends the sweeping again. */
  begin(fastify: FastifyInstance): () => void {
    this.begun = true;
    const { server } = fastify;
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    return () => {
      clearInterval(sweep);
      clearTimeout(cut);
    };
  }
}
