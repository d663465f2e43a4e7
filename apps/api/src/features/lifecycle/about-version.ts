import type { AuditEntry } from '../../database/audit-trail.js';

interface AuditedVersion {
  readonly tool_id: string;
  readonly version: string;
  readonly contract_digest: string;
  readonly tool: { readonly policy_version: number };
}

/** What every event of the lifecycle says of its version; no step changes the content. */
export const aboutVersion = ({ tool_id, version, contract_digest, tool }: AuditedVersion) =>
  ({
    tool_id,
    version,
    policy_version: tool.policy_version,
    before: contract_digest,
    after: contract_digest,
  }) satisfies Partial<AuditEntry>;
