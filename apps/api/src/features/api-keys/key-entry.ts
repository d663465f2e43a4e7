import type { StoredKey } from '../../auth/key.repository.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { statedGrant } from './stated-grant.js';
import { limitsAnswer } from './stated-limits.js';

/** The event of a command on a key: which key, whose and with which grant, never its secret. */
export const keyEntry = (action: string, key: StoredKey, context: RequestContext): AuditEntry => ({
  actor: actorOf(context),
  action,
  request_id: context.requestId,
  detail: {
    key_id: key.id,
    subject: key.caller.subject,
    kind: key.caller.kind,
    ...statedGrant(key.caller.grant),
    ...(key.caller.rateLimits === undefined
      ? {}
      : { rate_limits: limitsAnswer(key.caller.rateLimits) }),
    ...(key.expiresAt === null ? {} : { expires_at: key.expiresAt.toISOString() }),
  },
});
