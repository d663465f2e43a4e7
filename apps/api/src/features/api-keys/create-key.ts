import { Injectable } from '@nestjs/common';
import { grantFaults } from '#core/policy/grant-faults.js';
import type { Grant } from '#core/policy/grant.js';
import { subjectFaults } from '#core/policy/subject.js';
import { withinGrant } from '#core/policy/within-grant.js';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { hashToken, makeToken } from '../../auth/token.js';
import { Settings } from '../../config/env.js';
import { Transactions } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { readTimestamp } from '../../http/timestamp.js';
import type { NewKeyBody } from './api-keys.bodies.js';
import { keyEntry } from './key-entry.js';
import { statedGrant } from './stated-grant.js';
import { ownLimits } from './stated-limits.js';

/** Makes a key; its token leaves here once and is stored only as a hash. */
@Injectable()
export class CreateKey {
  constructor(
    private readonly keys: KeyRepository,
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  async execute(
    body: NewKeyBody,
    context: RequestContext,
  ): Promise<{ readonly key: StoredKey; readonly token: string }> {
    const grant = statedGrant(body);
    const expiresAt =
      body.expires_at === undefined ? null : readTimestamp(body.expires_at, '/expires_at');
    requireAllowed(body.subject, grant, expiresAt, context);
    const rateLimits = ownLimits(body.rate_limits, context, this.settings);

    const token = makeToken();
    const key = await this.transactions.run(async (tx) => {
      await this.keys.insert(tx, {
        id: token.id,
        tokenHash: hashToken(token),
        subject: body.subject,
        kind: body.kind,
        grant,
        createdBy: context.caller.subject,
        ...(expiresAt === null ? {} : { expiresAt }),
        ...(rateLimits === undefined ? {} : { rateLimits }),
      });
      const created = await this.keys.get(tx, token.id);
      await this.keys.audit(tx, keyEntry('api-key.created', created, context));
      return created;
    });
    return { key, token: token.text };
  }
}

const requireAllowed = (
  subject: string,
  grant: Grant,
  expiresAt: Date | null,
  context: RequestContext,
): void => {
  const beyond = withinGrant(context.caller.grant, grant);
  if (beyond.length > 0) {
    throw new Problem('beyond-grant', {
      detail: 'The key would be granted more than its maker has.',
      errors: beyond,
    });
  }
  const faults = [...grantFaults(grant), ...subjectFaults(subject)];
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
    faults.push({ pointer: '/expires_at', code: 'in-the-past', message: 'must be in the future' });
  }
  if (faults.length > 0) {
    throw new Problem('grant-invalid', { detail: 'The grant breaks a rule.', errors: faults });
  }
};
