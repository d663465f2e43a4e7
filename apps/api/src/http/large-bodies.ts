import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pace } from './body-bytes.js';
import { clientGone } from './client-gone.js';
import { FairLine, NotServed, type LineLimits } from './fair-line.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the room that a large body takes. */
    endOfBody?: () => void;
    /** How fast such a body has to come in. */
    bodyPace?: Pace;
  }
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** What is smaller costs no more than any request does, and there are lines for what it asks for. */
const SMALL_BYTES = 16 * KIB;
/** More is a bulk, which is worked at for many seconds. */
const SINGLE_BYTES = MIB;

/**
 * So many bytes of bodies are under way in all, and few of one caller, or one body: read and worked at, a
 * body takes up twenty times its bytes. The others wait where it costs nothing, in the socket.
 */
const LIMITS = {
  single: {
    places: 12 * MIB,
    placesOfOne: 2 * MIB,
    waitingOfOne: 32,
    waitingOfAll: 500,
    longestWaitMs: 20_000,
  },
  bulk: { places: 24 * MIB, waitingOfOne: 4, waitingOfAll: 100, longestWaitMs: 20_000 },
} as const satisfies Record<string, LineLimits>;

/** Room is not held by who sends nothing on: it is over before others have waited too long for it. */
const PACE: Pace = { lookEveryMs: 1_000, idleLooks: 5, looks: 15 };

/** Their bodies are not read, whatever they announce. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** Decides before a large body is read when there is room for it, so that memory has a bound. */
@Injectable()
export class LargeBodies {
  private readonly lines = { single: new FairLine(LIMITS.single), bulk: new FairLine(LIMITS.bulk) };

  private readonly pace = PACE;

  /** Call once the caller of a request is known to the hooks before. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const turn = this.admit(request, reply);
      if (turn === undefined) done();
      else turn.then(() => done(), done);
    });
    fastify.addHook('onSend', (request, _reply, _payload, done) => {
      if (request.endOfBody !== undefined) this.answered(request);
      done();
    });
  }

  /** Undefined where nothing has to be waited for; a Problem where the turn does not come. */
  private admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const bytes = bytesOf(request);
    return bytes <= SMALL_BYTES ? undefined : this.enter(request, reply, bytes);
  }

  /** The body is of no more use, however long its client takes to read the answer. */
  private answered(request: FastifyRequest): void {
    request.body = undefined;
    request.endOfBody?.();
  }

  private async enter(request: FastifyRequest, reply: FastifyReply, weight: number): Promise<void> {
    const line = this.lines[weight > SINGLE_BYTES ? 'bulk' : 'single'];
    const caller = request.caller?.keyId ?? '';
    try {
      request.endOfBody = await line.enter({ caller, weight, gone: clientGone(reply) });
      request.bodyPace = this.pace;
    } catch (error) {
      throw error instanceof NotServed ? problemOf(error) : error;
    }
  }
}

/**
 * As announced, and none where the route refuses them anyway. Of a body that comes in chunks: what has
 * come where that is all, and else as many as the route reads.
 */
const bytesOf = ({ method, headers, routeOptions, raw }: FastifyRequest): number => {
  if (BODYLESS.has(method)) return 0;
  const length = headers['content-length'];
  if (length === undefined && raw.complete) return raw.readableLength;
  const most = routeOptions.bodyLimit ?? SINGLE_BYTES;
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most;
  return Number(length) > most ? 0 : Number(length);
};

const problemOf = ({ reason, isBehindOneself }: NotServed): Problem => {
  const headers = { 'retry-after': '5' };
  if (reason === 'too-many-of-one') {
    const detail = 'Too many large bodies of this caller wait to be read.';
    return new Problem('too-many-requests', { detail, headers });
  }
  if (isBehindOneself) {
    const detail =
      'Other large bodies of this caller took too long to be answered: send fewer at a time.';
    return new Problem('too-many-requests', { detail, headers });
  }
  const detail = 'Other large bodies take up all the room that there is for them.';
  return new Problem('replica-busy', { detail, headers });
};
