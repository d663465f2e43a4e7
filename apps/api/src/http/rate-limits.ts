import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  fullLevel,
  levelAt,
  secondsUntilFull,
  secondsUntilOne,
  type Level,
  type Limit,
} from '#core/limits/bucket.js';
import type { OwnLimits, RateClass } from '#core/limits/own-limits.js';
import { Settings } from '../config/env.js';
import { Log } from '../config/log.js';
import { Database } from '../database/database.js';
import { Problem } from './problem.js';
import { RateLimitRepository, type Draw } from './rate-limit.repository.js';

interface Bucket {
  readonly name: string;
  readonly limit: Limit;
  level: Level;
  /** What was drawn here and the other replicas do not know of yet. */
  drawn: number;
}

/** Who is counted: a key, or what stands for the identity behind a token. */
interface Limited {
  readonly keyId: string;
  readonly rateLimits?: OwnLimits;
}

/** So long a replica may know nothing of what the others let pass. */
const SETTLE_AFTER_MS = 250;
/** Who draws fast is told of at once: after this share of the bucket. */
const SHARE_TOLD_AT_ONCE = 1 / 16;
const RETRY_AFTER_MS = 1_000;
const FORGET_EVERY_MS = 600_000;
/** Who comes with ever new identities must not fill the memory. */
const MOST_BUCKETS = 20_000;

/**
 * Limits what one key or identity asks for, over all replicas. Each decides by itself and at once, by
 * what it last knew of the shared bucket; what it let pass is settled behind the requests, in one
 * statement for all buckets. So n replicas may together let pass what the other n − 1 do before they
 * have told each other, once, and at most n times the bucket; it is paid back, since a bucket can be
 * overdrawn. While the database is away each goes on by itself.
 */
@Injectable()
export class RateLimits implements OnModuleInit {
  private readonly buckets = new Map<string, Bucket>();
  private readonly unsettled = new Set<Bucket>();
  private timer: NodeJS.Timeout | undefined;
  private settling: Promise<void> | undefined;
  private forgotAt = 0;
  private isClosing = false;

  constructor(
    private readonly settings: Settings,
    private readonly repository: RateLimitRepository,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.database.beforeClosing(async () => {
      this.isClosing = true;
      clearTimeout(this.timer);
      await this.settle();
    });
  }

  /** Counts a request of this caller, or refuses it; either way the answer tells what is left. */
  take(request: FastifyRequest, reply: FastifyReply, { keyId, rateLimits = {} }: Limited): void {
    const { rateClass } = request.routeOptions.config;
    if (rateClass === undefined) return;
    const own = rateLimits[rateClass];
    const limit = own === undefined ? this.settings.rateLimits[rateClass] : own;
    if (limit === undefined || limit === null) return;
    const bucket = this.bucketOf(`${rateClass} ${keyId}`, limit);
    const now = performance.now() / 1000;
    const level = levelAt(limit, bucket.level, now);
    const waitS = secondsUntilOne(limit, level);
    bucket.level = waitS > 0 ? level : { tokens: level.tokens - 1, at: now };
    void reply.headers(headersOf(rateClass, limit, bucket.level));
    if (waitS > 0) throw tooMany(rateClass, waitS);
    bucket.drawn += 1;
    this.unsettled.add(bucket);
    this.settleSoon(isFast(bucket) ? 0 : SETTLE_AFTER_MS);
  }

  /** Tells the other replicas what was drawn here, and learns what they drew. */
  async settle(): Promise<void> {
    while (this.settling !== undefined) await this.settling;
    if (this.unsettled.size === 0) return;
    this.settling = this.settleAll().finally(() => {
      this.settling = undefined;
    });
    await this.settling;
  }

  private settleSoon(ms: number): void {
    if (this.settling !== undefined || this.isClosing) return;
    if (this.timer !== undefined && ms > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.settle();
    }, ms);
    this.timer.unref();
  }

  private async settleAll(): Promise<void> {
    const buckets = [...this.unsettled];
    this.unsettled.clear();
    const draws = buckets.map(drawOf);
    for (const bucket of buckets) bucket.drawn = 0;
    try {
      const left = await this.repository.settle(draws);
      const now = performance.now() / 1000;
      for (const bucket of buckets) {
        const tokens = left.get(bucket.name);
        if (tokens !== undefined) bucket.level = { tokens: tokens - bucket.drawn, at: now };
      }
      await this.forgetFull();
      this.goOn([...this.unsettled].some(isFast) ? 0 : SETTLE_AFTER_MS);
    } catch (error) {
      this.log.warn({ reason: String(error) }, 'limits could not be shared with other replicas');
      buckets.forEach((bucket, at) => {
        bucket.drawn += draws[at]?.drawn ?? 0;
        // What was forgotten meanwhile may be back as another, and a bucket is settled once.
        if (this.buckets.get(bucket.name) === bucket) this.unsettled.add(bucket);
      });
      this.goOn(RETRY_AFTER_MS);
    }
  }

  /** Once this settling is over; what came meanwhile is still to be told. */
  private goOn(ms: number): void {
    if (this.unsettled.size > 0) setImmediate(() => this.settleSoon(ms));
  }

  private async forgetFull(): Promise<void> {
    if (performance.now() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = performance.now();
    await this.repository.forgetFull();
  }

  private bucketOf(name: string, limit: Limit): Bucket {
    const known = this.buckets.get(name);
    if (known !== undefined) return known;
    if (this.buckets.size >= MOST_BUCKETS) this.makeRoom();
    const bucket = { name, limit, level: fullLevel(limit, performance.now() / 1000), drawn: 0 };
    this.buckets.set(name, bucket);
    return bucket;
  }

  /** The oldest half goes, and what it drew within the last moment; what is left is read again. */
  private makeRoom(): void {
    for (const bucket of [...this.buckets.values()].slice(0, MOST_BUCKETS / 2)) {
      this.buckets.delete(bucket.name);
      this.unsettled.delete(bucket);
    }
  }
}

const isFast = ({ drawn, limit }: Bucket): boolean => drawn >= limit.requests * SHARE_TOLD_AT_ONCE;

const drawOf = ({ name, drawn, limit: { requests, seconds } }: Bucket): Draw => ({
  bucket: name,
  drawn,
  capacity: requests,
  per_second: requests / seconds,
});

/** As draft-ietf-httpapi-ratelimit-headers has them. */
const headersOf = (name: RateClass, limit: Limit, level: Level) => ({
  'ratelimit-policy': `"${name}";q=${limit.requests};w=${limit.seconds}`,
  ratelimit: `"${name}";r=${Math.max(0, Math.floor(level.tokens))};t=${Math.ceil(secondsUntilFull(limit, level))}`,
});

const tooMany = (name: RateClass, waitS: number): Problem =>
  new Problem('too-many-requests', {
    detail: `This caller has used up its limit of ${name} for now.`,
    headers: { 'retry-after': String(Math.ceil(waitS)) },
  });
