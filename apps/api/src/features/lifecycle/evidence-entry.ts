import type { AuditEntry } from '../../database/audit-trail.js';
import type { NewEvidence } from './lifecycle.repository.js';

interface Evidenced {
  readonly tool_id: string;
  readonly version: string;
  readonly contract_digest: string;
}

/** The event of a run that was put on record, for exactly one content. */
export const evidenceEntry = (
  { tool_id, version, contract_digest }: Evidenced,
  run: NewEvidence,
  audited: Pick<AuditEntry, 'actor' | 'request_id'>,
): AuditEntry => ({
  ...audited,
  action: 'version.evidence-given',
  tool_id,
  version,
  after: contract_digest,
  detail: { kind: run.kind, url: run.url, passed_at: run.passed_at.toISOString() },
});
