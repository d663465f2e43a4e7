import type { AuditEntry } from '../../database/audit-trail.js';
import type { WholeVersion } from '../versions/whole-version.js';
import { aboutVersion } from './about-version.js';
import type { NewEvidence } from './lifecycle.repository.js';

/** The event of a run that was put on record, for exactly one content. */
export const evidenceEntry = (
  version: WholeVersion,
  run: NewEvidence,
  audited: Pick<AuditEntry, 'actor' | 'request_id'>,
): AuditEntry => ({
  ...audited,
  action: 'version.evidence-given',
  ...aboutVersion(version),
  detail: { kind: run.kind, url: run.url, passed_at: run.passed_at.toISOString() },
});
