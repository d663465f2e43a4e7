import type { AuditActor } from '../database/audit-trail.js';
import type { Caller } from './caller.js';

/** Who asks, under which request id: what every use case is told beside its command. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted once nobody waits for the answer; what was not begun to be written may be dropped then. */
  readonly gone?: AbortSignal;
}

/** The caller as the audit trail names it. */
export const actorOf = ({ caller }: Pick<RequestContext, 'caller'>): AuditActor => ({
  subject: caller.subject,
  kind: caller.kind,
  ...(caller.token === undefined ? { key_id: caller.keyId } : { issuer: caller.token.issuer }),
  ...(caller.onBehalfOf === undefined ? {} : { on_behalf_of: caller.onBehalfOf }),
});
