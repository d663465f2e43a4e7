import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 50;
const QUIET_MS = 500;
const PATIENCE_MS = 4_500;

/**
 * Lets the requests in flight end when the service stops. A keep-alive connection has no end by
 * itself: from `begin` on every answer closes its connection, and idle ones are closed once no request
 * has come for half a second. What is still open after four and a half seconds is cut, so that the
 * whole stop is over a second later.
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
    closeIdleWhenQuiet(server);
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    return () => {
      clearInterval(sweep);
      clearTimeout(cut);
    };
  }
}

/**
 * A connection that looks idle may have a request on its way, above all one that was just accepted,
 * and its client would never know what became of it. Node closes idle connections by itself when a
 * server closes, so it is the server's own method that has to wait.
 */
const closeIdleWhenQuiet = (server: Server): void => {
  const closeIdle = server.closeIdleConnections.bind(server);
  let lastMs = performance.now();
  const note = (): void => {
    lastMs = performance.now();
  };
  server.on('connection', note).on('request', note);
  server.closeIdleConnections = () => {
    if (performance.now() - lastMs >= QUIET_MS) closeIdle();
  };
};
