import { setImmediate } from 'node:timers/promises';
import { contractDocument } from '#core/contract/digest.js';
import { namespaceOf } from '#core/contract/tool-id.js';
import { policyDigest } from '#core/policy/policy-digest.js';
import { peopleOf } from '#core/policy/subject.js';
import type { CheckResult } from '#core/registration/check-result.js';
import type { Registration } from '#core/registration/decide-registration.js';
import type { RegisteredTool, RegistrationOffer } from '#core/registration/facts.js';
import { findVersion } from '#core/registration/judge.js';
import type { Version } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import { auditEntry, type ToolChange } from './registration-audit.js';
import type {
  DraftContent,
  NewPolicyRevision,
  NewPresentationRevision,
  NewVersion,
  RedeclaredVersion,
  RegistrationWrites,
  ReplacedVersion,
  ToolState,
} from './registration-writes.js';
import type { StoredCatalog, StoredTool } from './stored-catalog.js';

/** One registration that was not refused. */
export interface AcceptedRegistration {
  readonly offer: RegistrationOffer;
  readonly decided: Registration;
}

/** Each is written as text, which takes as long as it is large. */
const REGISTRATIONS_OF_A_TURN = 4;

/**
 * What accepted registrations write, gathered over all of them in their order. Others have a turn in
 * between, but this never stands in line behind their long work: its transaction holds locks.
 */
export const collectWrites = async (
  accepted: readonly AcceptedRegistration[],
  stored: StoredCatalog,
  context: RequestContext,
): Promise<RegistrationWrites> => {
  const collector = new Collector(stored, context);
  for (const [index, registration] of accepted.entries()) {
    if (index % REGISTRATIONS_OF_A_TURN === REGISTRATIONS_OF_A_TURN - 1) await setImmediate();
    collector.add(registration);
  }
  return collector.writes();
};

class Collector {
  private readonly stored: ReadonlyMap<string, StoredTool>;
  private readonly knownNamespaces: ReadonlySet<string>;
  private readonly namespaces = new Set<string>();
  private readonly tools = new Map<string, ToolState>();
  private readonly touched = new Set<string>();
  private readonly newVersions: NewVersion[] = [];
  private readonly replacedVersions: ReplacedVersion[] = [];
  private readonly redeclaredVersions: RedeclaredVersion[] = [];
  private readonly staleProposals: string[] = [];
  private readonly policyRevisions: NewPolicyRevision[] = [];
  private readonly presentationRevisions: NewPresentationRevision[] = [];
  private readonly audit: AuditEntry[] = [];
  private readonly openProposals: Map<string, string>;

  constructor(
    { tools, namespaces, openProposals }: StoredCatalog,
    private readonly context: RequestContext,
  ) {
    this.stored = new Map(tools.map((tool) => [tool.tool_id, tool]));
    this.knownNamespaces = new Set(namespaces);
    this.openProposals = new Map(openProposals);
  }

  add({ offer, decided }: AcceptedRegistration): void {
    const change = this.changeTool(offer.tool_id, decided);
    if (decided.outcome !== 'unchanged') this.writeVersion(offer, decided);
    else if (decided.redeclared !== null) this.redeclareVersion(offer, decided.redeclared);
    const entry = auditEntry({ offer, decided, change, context: this.context });
    if (entry !== null) this.audit.push(entry);
  }

  writes(): RegistrationWrites {
    const states = [...this.tools.values()];
    return {
      namespaces: [...this.namespaces],
      newTools: states.filter(({ tool_id: toolId }) => !this.stored.has(toolId)),
      changedTools: states.filter(({ tool_id: toolId }) => this.stored.has(toolId)),
      touchedTools: [...this.touched].filter((toolId) => !this.tools.has(toolId)),
      staleProposals: this.staleProposals,
      policyRevisions: this.policyRevisions,
      presentationRevisions: this.presentationRevisions,
      newVersions: this.newVersions,
      replacedVersions: this.replacedVersions,
      redeclaredVersions: this.redeclaredVersions,
      audit: this.audit,
    };
  }

  private changeTool(toolId: string, decided: Registration): ToolChange {
    const before = this.tools.get(toolId) ?? this.storedState(toolId);
    if (decided.tool === null) return { before, after: before, staleProposal: null };
    const after = stateAfter(toolId, before, decided.tool, decided);
    this.tools.set(toolId, after);
    if (before === null && !this.knownNamespaces.has(namespaceOf(toolId))) {
      this.namespaces.add(namespaceOf(toolId));
    }
    const by = this.context.caller.subject;
    if (decided.policyChanges) this.policyRevisions.push(policyRevision(after, by));
    if (decided.presentationChanges) {
      this.presentationRevisions.push(presentationRevision(after, by));
    }
    return { before, after, staleProposal: decided.policyChanges ? this.outrun(toolId) : null };
  }

  /** The open proposal of a tool, which its first change of policy makes stale. */
  private outrun(toolId: string): string | null {
    const open = this.openProposals.get(toolId) ?? null;
    if (open !== null) this.staleProposals.push(open);
    this.openProposals.delete(toolId);
    return open;
  }

  private storedState(toolId: string): ToolState | null {
    const stored = this.stored.get(toolId);
    if (stored === undefined) return null;
    const { tool, policy_version, policy_digest, presentation_version, note } = stored;
    return { ...tool, tool_id: toolId, policy_version, policy_digest, presentation_version, note };
  }

  private writeVersion(
    offer: RegistrationOffer,
    { version, check }: Extract<Registration, { check: CheckResult }>,
  ): void {
    const { tool_id: toolId } = offer;
    const content = contentOf(offer, check, peopleOf(this.context.caller));
    const stored = findVersion(this.stored.get(toolId)?.versions ?? [], version);
    this.touched.add(toolId);
    if (stored !== undefined) {
      this.replacedVersions.push({ id: stored.id, content });
      return;
    }
    this.newVersions.push({
      tool_id: toolId,
      version: version.text,
      version_key: version.identity,
      created_by: this.context.caller.subject,
      content,
    });
  }

  /** Of a draft that was there before: a bulk registers a version with one manifest. */
  private redeclareVersion(
    { tool_id: toolId, manifest }: RegistrationOffer,
    { version, check }: { readonly version: Version; readonly check: CheckResult },
  ): void {
    const stored = findVersion(this.stored.get(toolId)?.versions ?? [], version);
    if (stored === undefined) throw new Error('what is not stored is not declared anew');
    this.touched.add(toolId);
    this.redeclaredVersions.push({
      id: stored.id,
      changes: JSON.stringify(manifest.changes),
      check: JSON.stringify(check),
      authors: [...peopleOf(this.context.caller)],
    });
  }
}

/** A new tool starts with the number 1 on both sides; after that each change counts up its own. */
const stateAfter = (
  toolId: string,
  before: ToolState | null,
  tool: RegisteredTool,
  changes: Pick<Registration, 'policyChanges' | 'presentationChanges'>,
): ToolState => ({
  tool_id: toolId,
  policy: tool.policy,
  owner: tool.owner,
  example_queries: tool.example_queries,
  aliases: tool.aliases,
  note: before?.note ?? null,
  policy_version: (before?.policy_version ?? 0) + Number(changes.policyChanges),
  policy_digest: policyDigest(tool.policy),
  presentation_version: (before?.presentation_version ?? 0) + Number(changes.presentationChanges),
});

const contentOf = (
  { manifest, contract_digest }: RegistrationOffer,
  check: CheckResult,
  authors: readonly string[],
): DraftContent => ({
  contract: JSON.stringify(contractDocument(manifest.contract)),
  contract_digest,
  title: manifest.contract.title ?? null,
  description: manifest.contract.description,
  tags: [...(manifest.contract.tags ?? [])],
  proposed: [...manifest.proposed],
  changes: JSON.stringify(manifest.changes),
  check: JSON.stringify(check),
  authors: [...authors],
});

const policyRevision = (
  { tool_id, policy_version, policy_digest, policy }: ToolState,
  by: string,
): NewPolicyRevision => ({ tool_id, policy_version, policy_digest, policy, changed_by: by });

const presentationRevision = (
  { tool_id, presentation_version, owner, example_queries, aliases, note }: ToolState,
  by: string,
): NewPresentationRevision => ({
  tool_id,
  presentation_version,
  owner,
  example_queries,
  aliases,
  note,
  changed_by: by,
});
