import type { AuditActor, AuditEntry } from '../../database/audit-trail.js';
import type { Webhook } from './webhooks.repository.js';

/**
 * The event of a command on a webhook. Not its whole address, which may hold a secret of the receiver's.
 */
export const webhookEntry = (
  action: `webhook.${string}`,
  webhook: Webhook,
  by: { readonly actor: AuditActor; readonly request_id: string; readonly reason?: string },
): AuditEntry => ({
  ...by,
  action,
  detail: {
    webhook_id: webhook.id,
    host: new URL(webhook.url).host,
    namespaces: webhook.namespaces,
    actions: webhook.actions,
  },
});
