import { namespaceOf } from '#core/contract/tool-id.js';
import { canonicalJson } from '#core/json/canonical.js';
import { member, objectOf, type Json, type JsonObject } from '#core/json/value.js';
import type { Tx } from './transaction.js';

/** Who did it: the identity, not the key, so that a second key is still the same person. */
export interface AuditActor {
  readonly subject: string;
  readonly kind: string;
  readonly on_behalf_of?: string;
  readonly key_id?: string;
  /** The OIDC issuer that vouched for the subject, where it came without a key. */
  readonly issuer?: string;
}

/** One accepted command, as it is told to the trail; arguments and secrets never are. */
export interface AuditEntry {
  readonly actor: AuditActor;
  /** e.g. `version.registered`, `policy.tightened`, `api-key.revoked`. */
  readonly action: string;
  readonly request_id: string;
  readonly tool_id?: string;
  readonly version?: string;
  readonly policy_version?: number;
  readonly reason?: string;
  /** Digests of what was there and of what is there now. */
  readonly before?: string | null;
  readonly after?: string | null;
  readonly detail?: JsonObject;
}

/** An event as `append_audit` takes it. */
export interface ToldEvent {
  /** Its RFC 8785 text around what only the server knows: the time, the hash before, and the number. */
  readonly pieces: readonly string[];
  readonly actor: string;
  readonly action: string;
  readonly tool_id: string | null;
  readonly version: string | null;
  readonly namespace: string | null;
}

/**
 * Appends the events to the hash chain. Call it last in the transaction: it takes the one row that
 * all writers share, and holds it until the commit, which is what makes the order of commits and
 * events the same. Triggers raise the catalog's revision there, where candidates could see a change.
 */
export const appendAudit = async (tx: Tx, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  // One JSON parameter: a parameter for each value would make a bulk of events slow.
  await tx.$executeRaw`SELECT append_audit(${JSON.stringify(entries.map(toldEvent))}::json, NULL)`;
};

export const toldEvent = (entry: AuditEntry): ToldEvent => ({
  pieces: piecesOf(entry),
  actor: entry.actor.subject,
  action: entry.action,
  tool_id: entry.tool_id ?? null,
  version: entry.version ?? null,
  namespace: namespaceOfEntry(entry),
});

/** By this an auditor of some namespaces finds the event. */
const namespaceOfEntry = ({ tool_id: toolId, detail }: AuditEntry): string | null => {
  if (toolId !== undefined) return namespaceOf(toolId);
  const namespace = detail === undefined ? undefined : member(detail, 'namespace');
  return typeof namespace === 'string' ? namespace : null;
};

/** The members are sorted by their names, as the canonical form has them. */
const piecesOf = (entry: AuditEntry): string[] => {
  const beforeTime = membersOf([
    ['action', entry.action],
    ['actor', objectOf(stated(Object.entries(entry.actor)))],
    ['after', entry.after],
  ]);
  const beforeHash = membersOf([
    ['before', entry.before],
    ['detail', entry.detail],
    ['policy_version', entry.policy_version],
  ]);
  const beforeNumber = membersOf([
    ['reason', entry.reason],
    ['request_id', entry.request_id],
    ['schema', 1],
  ]);
  const rest = membersOf([
    ['tool_id', entry.tool_id],
    ['version', entry.version],
  ]);
  return [
    `{${beforeTime},"at":"`,
    `",${beforeHash}${beforeHash === '' ? '' : ','}"prev":"`,
    `",${beforeNumber},"seq":`,
    `${rest === '' ? '' : ','}${rest}}`,
  ];
};

/** Of names that need no escapes, and come in their order. */
const membersOf = (members: readonly (readonly [string, Json | undefined])[]): string => {
  let text = '';
  for (const [name, value] of members) {
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}"${name}":${canonicalJson(value)}`;
  }
  return text;
};

const stated = (members: readonly (readonly [string, Json | undefined])[]): [string, Json][] =>
  members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as [string, Json]]));
