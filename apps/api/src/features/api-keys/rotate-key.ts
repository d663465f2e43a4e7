import { Injectable } from '@nestjs/common';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { hashToken, makeToken } from '../../auth/token.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { Settings } from '../../config/env.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { readTimestamp } from '../../http/timestamp.js';
import { ROTATION, type RotationBody } from './api-keys.bodies.js';
import { GetKey } from './get-key.js';
import { keyEntry } from './key-entry.js';
import { ownLimits } from './stated-limits.js';

interface Rotated {
  readonly key: StoredKey;
  readonly former: StoredKey;
  readonly token: string;
}

/** Puts a new key beside one that is in use, and sets the former an end. */
@Injectable()
export class RotateKey {
  constructor(
    private readonly getKey: GetKey,
    private readonly keys: KeyRepository,
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  async execute(id: string, body: RotationBody, context: RequestContext): Promise<Rotated> {
    await this.getKey.execute(id, context);
    const { overlap_s: overlap = ROTATION.properties.overlap_s.default } = body;
    const stated =
      body.expires_at === undefined ? null : readTimestamp(body.expires_at, '/expires_at');
    if (stated !== null && stated.getTime() <= Date.now()) throw inThePast();
    const newLimits = ownLimits(body.rate_limits, context, this.settings);

    const token = makeToken();
    return this.transactions.run(async (tx) => {
      const former = await this.keys.lock(tx, id);
      const now = Date.now();
      requireInUse(former, now);

      const expiresAt = stated ?? former.expiresAt;
      const rateLimits = newLimits ?? former.caller.rateLimits;
      await this.keys.insert(tx, {
        id: token.id,
        tokenHash: hashToken(token),
        subject: former.caller.subject,
        kind: former.caller.kind,
        grant: former.caller.grant,
        createdBy: context.caller.subject,
        ...(expiresAt === null ? {} : { expiresAt }),
        ...(rateLimits === undefined ? {} : { rateLimits }),
      });
      await this.keys.endAt(tx, id, earlier(former.expiresAt, new Date(now + overlap * 1000)));
      await this.keys.handOver(tx, id, token.id);
      const key = await this.keys.get(tx, token.id);
      const ending = await this.keys.get(tx, id);
      await this.keys.audit(tx, rotationEntry(key, ending, context));
      return { key, former: ending, token: token.text };
    });
  }
}

const requireInUse = ({ revokedAt, expiresAt }: StoredKey, now: number): void => {
  if (revokedAt === null && (expiresAt === null || expiresAt.getTime() > now)) return;
  throw new Problem('key-over', { detail: 'A key that nobody can use has no successor.' });
};

const inThePast = (): Problem =>
  new Problem('grant-invalid', {
    detail: 'The grant breaks a rule.',
    errors: [{ pointer: '/expires_at', code: 'in-the-past', message: 'must be in the future' }],
  });

const earlier = (one: Date | null, other: Date): Date =>
  one !== null && one.getTime() < other.getTime() ? one : other;

/** The event names both keys, and when the former ends. */
const rotationEntry = (key: StoredKey, former: StoredKey, context: RequestContext): AuditEntry => {
  const entry = keyEntry('api-key.rotated', key, context);
  const replaces = { id: former.id, expires_at: former.expiresAt?.toISOString() ?? null };
  return { ...entry, detail: { ...entry.detail, replaces } };
};
