import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';

/** The event of a command on a key: which key and whose, never its secret. */
export const keyEntry = (
  action: string,
  keyId: string,
  subject: string,
  context: RequestContext,
): AuditEntry => ({
  actor: actorOf(context),
  action,
  request_id: context.requestId,
  detail: { key_id: keyId, subject },
});
