import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from '#core/json/read.js';
import { isObject, objectOf } from '#core/json/value.js';
import { lastInTransactions } from '../database/last-in-transactions.js';
import {
  IdempotentAnswersRepository,
  markDone,
  type AnswerKey,
  type StoredAnswer,
} from './idempotent-answers.repository.js';
import { OverdueReleases } from './overdue-releases.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where this request is the first with its Idempotency-Key, so that its answer is kept. */
    answerKey?: AnswerKey;
  }
}

/** Shown once and never kept: a repeated request is answered without them. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['token', 'secret']);
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'x-dry-run'] as const;
const PURGE_EVERY_MS = 3_600_000;

/** Gives the first answer again to whoever repeats a POST with the same Idempotency-Key. */
@Injectable()
export class Idempotency {
  private purgedAt = -Infinity;
  private readonly overdue = new OverdueReleases();

  constructor(private readonly answers: IdempotentAnswersRepository) {}

  /** Before the handler: true where the first answer was sent again and nothing is left to do. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = keyOf(request);
    if (key === null || request.caller === undefined) return false;
    const answerKey = { caller: request.caller.keyId, key };
    await this.overdue.release(this.answers);
    const claim = await this.answers.claim(answerKey, fingerprintOf(request));
    if (claim.outcome === 'answered') {
      replay(reply, claim.answer);
      return true;
    }
    if (claim.outcome === 'other-request') {
      throw new Problem('idempotency-key-reused', {
        detail: 'Another request was made with this Idempotency-Key.',
      });
    }
    if (claim.outcome === 'running') {
      throw new Problem('idempotency-key-busy', {
        detail:
          'The first request with this Idempotency-Key still runs, or was cut off within the last two minutes.',
        headers: { 'retry-after': '1' },
      });
    }
    if (claim.outcome === 'done') {
      throw new Problem('idempotency-key-busy', {
        detail:
          'The first request with this Idempotency-Key took effect; its answer is not there yet, or was lost.',
        headers: { 'retry-after': '1' },
      });
    }
    request.answerKey = answerKey;
    return false;
  }

  /** Does the work of a request so that what it does, and that it was done, are committed together. */
  during<T>({ answerKey }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    if (answerKey === undefined) return work();
    return lastInTransactions.during(markDone(answerKey), work);
  }

  /**
   * Before the answer leaves: keeps it, so that nobody has seen one that is not kept. Where that
   * fails the answer leaves all the same, since it is true.
   */
  async end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    if (request.answerKey === undefined) return;
    try {
      await this.settle(request.answerKey, reply, payload);
    } catch (error) {
      request.log.error({ err: error }, 'an answer was not kept for its Idempotency-Key');
    }
  }

  private async settle(key: AnswerKey, reply: FastifyReply, payload: unknown): Promise<void> {
    if (isPassing(reply.statusCode) || typeof payload !== 'string') {
      await this.release(key);
      return;
    }
    await this.answers.keep(key, {
      status: reply.statusCode,
      headers: JSON.stringify(keptHeaders(reply)),
      body: withoutSecrets(payload),
    });
    await this.purge();
  }

  private async release(key: AnswerKey): Promise<void> {
    try {
      await this.answers.release(key);
    } catch (error) {
      this.overdue.add(key);
      throw error;
    }
  }

  private async purge(): Promise<void> {
    if (performance.now() - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = performance.now();
    await this.answers.forgetOld();
  }
}

/** What may be another answer the next time: faults on our side, and too many requests. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

/** They change nothing; an answer that was kept would show tools that were hidden meanwhile. */
const READING_POSTS: ReadonlySet<string> = new Set([
  '/v1/candidates',
  '/v1/candidates/explain',
  '/v1/diffs',
  '/v1/tools/:tool_id/checks',
]);

/** Whether a repeat of this request is answered as the first one was. */
export const takesIdempotencyKey = (method: string, route: string): boolean =>
  method.toUpperCase() === 'POST' && !READING_POSTS.has(route);

const keyOf = ({ method, headers, routeOptions }: FastifyRequest): string | null => {
  const key = headers['idempotency-key'];
  if (key === undefined || !takesIdempotencyKey(method, routeOptions.url ?? '')) return null;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem('header-invalid', {
    detail: 'Idempotency-Key is one value of 1 to 255 printable ASCII characters.',
  });
};

const fingerprintOf = ({ method, url, bodyDigest = '' }: FastifyRequest): string =>
  createHash('sha256').update(`${method} ${url}\n${bodyDigest}`).digest('hex');

const replay = (reply: FastifyReply, answer: StoredAnswer): void => {
  const headers = JSON.parse(answer.headers) as Record<string, string>;
  void reply
    .code(answer.status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    .send(answer.body);
};

const keptHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

const withoutSecrets = (payload: string): string => {
  const read = readJson(payload);
  if (!read.ok || !isObject(read.value)) return payload;
  const members = Object.entries(read.value);
  const kept = members.filter(([name]) => !SECRET_MEMBERS.has(name));
  return kept.length === members.length ? payload : JSON.stringify(objectOf(kept));
};
