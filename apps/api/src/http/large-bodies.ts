import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from './client-gone.js';
import { FairLine, NotServed, type LineLimits } from './fair-line.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the room that a large body takes, once the request was answered. */
    endOfBody?: () => void;
  }
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** What is smaller costs no more than any request does, and there are lines for what it asks for. */
const SMALL_BYTES = 16 * KIB;
/** More is a bulk, which is worked at for many seconds. */
const SINGLE_BYTES = MIB;

/**
 * So many bytes of bodies are under way in all, and of one caller one body: read and worked at, a body
 * takes up twenty times its bytes. The others wait where it costs nothing, in the socket.
 */
const LIMITS = {
  single: { places: 12 * MIB, waitingOfOne: 32, waitingOfAll: 500, longestWaitMs: 20_000 },
  bulk: { places: 24 * MIB, waitingOfOne: 4, waitingOfAll: 100, longestWaitMs: 20_000 },
} as const satisfies Record<string, LineLimits>;

/** Decides before a large body is read when there is room for it, so that memory has a bound. */
@Injectable()
export class LargeBodies {
  private readonly lines = { single: new FairLine(LIMITS.single), bulk: new FairLine(LIMITS.bulk) };

  /** Call once the caller of a request is known to the hooks before. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const turn = this.admit(request, reply);
      if (turn === undefined) done();
      else turn.then(() => done(), done);
    });
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      this.answered(request, reply);
      done();
    });
  }

  /** Undefined where nothing has to be waited for; a Problem where the turn does not come. */
  private admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const bytes = bytesOf(request);
    return bytes <= SMALL_BYTES ? undefined : this.enter(request, reply, bytes);
  }

  /** The answer is made, so that the body is of no more use once the connection is done with it. */
  private answered({ endOfBody }: FastifyRequest, { raw }: FastifyReply): void {
    if (endOfBody === undefined) return;
    if (raw.destroyed) endOfBody();
    else raw.once('close', endOfBody);
  }

  private async enter(request: FastifyRequest, reply: FastifyReply, weight: number): Promise<void> {
    const line = this.lines[weight > SINGLE_BYTES ? 'bulk' : 'single'];
    const caller = request.caller?.keyId ?? '';
    try {
      request.endOfBody = await line.enter({ caller, weight, gone: clientGone(reply) });
    } catch (error) {
      throw error instanceof NotServed ? problemOf(error) : error;
    }
  }
}

/**
 * As announced, and none where the route refuses them anyway. Of a body that comes in chunks: what has
 * come where that is all, and else as many as the route reads.
 */
const bytesOf = ({ headers, routeOptions, raw }: FastifyRequest): number => {
  const length = headers['content-length'];
  if (length === undefined && raw.complete) return raw.readableLength;
  const most = routeOptions.bodyLimit ?? SINGLE_BYTES;
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most;
  return Number(length) > most ? 0 : Number(length);
};

const problemOf = ({ reason }: NotServed): Problem =>
  reason === 'too-many-of-one'
    ? new Problem('too-many-requests', {
        detail: 'Too many large bodies of this caller wait to be read.',
        headers: { 'retry-after': '5' },
      })
    : new Problem('replica-busy', {
        detail: 'Other large bodies take up all the room that there is for them.',
        headers: { 'retry-after': '5' },
      });
