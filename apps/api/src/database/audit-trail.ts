import { namespaceOf } from '#core/contract/tool-id.js';
import { canonicalJson } from '#core/json/canonical.js';
import { sha256Hex } from '#core/json/digest.js';
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

interface HeadRow {
  readonly audit_seq: bigint;
  readonly audit_hash: string;
  readonly at: Date;
}

/**
 * Appends the events to the hash chain. Call it last in the transaction: it takes the one row that
 * all writers share, and holds it until the commit, which is what makes the order of commits and
 * events the same. Triggers raise the catalog's revision there, where candidates could see a change.
 */
export const appendAudit = async (tx: Tx, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const [head] = await tx.$queryRaw<HeadRow[]>`
    SELECT audit_seq, audit_hash, date_trunc('milliseconds', clock_timestamp()) AS at
    FROM catalog_head WHERE id = 1 FOR UPDATE`;
  if (head === undefined) throw new Error('catalog_head has lost its row');
  const events = chain(head, entries);
  const last = events.at(-1);
  if (last === undefined) return;
  // One JSON parameter: a parameter for each value would make a bulk of events slow.
  await tx.$executeRaw`
    INSERT INTO audit_event (seq, hash, event, at, actor, action, tool_id, version, namespace)
    SELECT * FROM json_to_recordset(${JSON.stringify(events)}::json) AS event(
      seq bigint, hash text, event text, at timestamptz, actor text, action text,
      tool_id text, version text, namespace text)`;
  await tx.$executeRaw`
    UPDATE catalog_head
    SET audit_seq = ${BigInt(last.seq)}, audit_hash = ${last.hash}
    WHERE id = 1`;
};

const chain = (head: HeadRow, entries: readonly AuditEntry[]) => {
  let seq = head.audit_seq;
  let prev = head.audit_hash;
  return entries.map((entry) => {
    seq += 1n;
    const event = canonicalJson(eventOf(entry, Number(seq), prev, head.at));
    prev = `sha256:${sha256Hex(event)}`;
    return {
      seq: String(seq),
      hash: prev,
      event,
      at: head.at,
      actor: entry.actor.subject,
      action: entry.action,
      tool_id: entry.tool_id ?? null,
      version: entry.version ?? null,
      namespace: namespaceOfEntry(entry),
    };
  });
};

/** By this an auditor of some namespaces finds the event. */
const namespaceOfEntry = ({ tool_id: toolId, detail }: AuditEntry): string | null => {
  if (toolId !== undefined) return namespaceOf(toolId);
  const namespace = detail === undefined ? undefined : member(detail, 'namespace');
  return typeof namespace === 'string' ? namespace : null;
};

const eventOf = (entry: AuditEntry, seq: number, prev: string, at: Date): JsonObject => {
  const members: [string, Json | undefined][] = [
    ['schema', 1],
    ['seq', seq],
    ['prev', prev],
    ['at', at.toISOString()],
    ['actor', objectOf(stated(Object.entries(entry.actor)))],
    ['action', entry.action],
    ['request_id', entry.request_id],
    ['tool_id', entry.tool_id],
    ['version', entry.version],
    ['policy_version', entry.policy_version],
    ['reason', entry.reason],
    ['before', entry.before],
    ['after', entry.after],
    ['detail', entry.detail],
  ];
  return objectOf(stated(members));
};

const stated = (members: readonly (readonly [string, Json | undefined])[]): [string, Json][] =>
  members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as [string, Json]]));
