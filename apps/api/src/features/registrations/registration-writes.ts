import type { Policy } from '#core/policy/policy.js';
import type { RegisteredTool } from '#core/registration/facts.js';
import type { AuditEntry } from '../../database/audit-trail.js';

/** Everything that some registrations write, ready for statements of many rows. */
export interface RegistrationWrites {
  readonly namespaces: readonly string[];
  readonly newTools: readonly ToolState[];
  readonly changedTools: readonly ToolState[];
  /** Tools of which only a version is written. */
  readonly touchedTools: readonly string[];
  /** Policy has moved on from where these started. */
  readonly staleProposals: readonly string[];
  readonly policyRevisions: readonly NewPolicyRevision[];
  readonly presentationRevisions: readonly NewPresentationRevision[];
  readonly newVersions: readonly NewVersion[];
  readonly replacedVersions: readonly ReplacedVersion[];
  readonly redeclaredVersions: readonly RedeclaredVersion[];
  readonly audit: readonly AuditEntry[];
}

/** A tool as it is after the registrations, with the numbers of its revisions. */
export interface ToolState extends Omit<RegisteredTool, 'ever_left_draft'> {
  readonly tool_id: string;
  readonly note: string | null;
  readonly policy_version: number;
  readonly policy_digest: string;
  readonly presentation_version: number;
}

export interface NewPolicyRevision {
  readonly tool_id: string;
  readonly policy_version: number;
  readonly policy_digest: string;
  readonly policy: Policy;
  readonly changed_by: string;
}

export interface NewPresentationRevision extends Pick<
  ToolState,
  'owner' | 'example_queries' | 'aliases' | 'note'
> {
  readonly tool_id: string;
  readonly presentation_version: number;
  readonly changed_by: string;
}

/** What a draft holds and a replacement changes, in columns. */
export interface DraftContent {
  readonly contract: string;
  readonly contract_digest: string;
  readonly title: string | null;
  readonly description: string;
  readonly tags: string[];
  readonly proposed: string[];
  readonly changes: string;
  readonly check: string;
  readonly authors: string[];
}

export interface NewVersion {
  readonly tool_id: string;
  readonly version: string;
  readonly version_key: string;
  readonly created_by: string;
  readonly content: DraftContent;
}

export interface ReplacedVersion {
  readonly id: bigint;
  readonly content: DraftContent;
}

/** A draft whose contract stays while what is declared of it does not. */
export interface RedeclaredVersion extends Pick<DraftContent, 'changes' | 'check' | 'authors'> {
  readonly id: bigint;
}
