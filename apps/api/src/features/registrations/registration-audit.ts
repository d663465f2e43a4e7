import { presentationDigest } from '#core/contract/digest.js';
import type { JsonObject } from '#core/json/value.js';
import type { Registration } from '#core/registration/decide-registration.js';
import type { RegistrationOffer } from '#core/registration/facts.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import type { AuditEntry } from '../../database/audit-trail.js';
import type { ToolState } from './registration-writes.js';

/** A tool before and after one registration; the very same object where it did not change it. */
export interface ToolChange {
  readonly before: ToolState | null;
  readonly after: ToolState | null;
  /** The proposal that started from the policy before, and is now outrun. */
  readonly staleProposal: string | null;
}

/** The one event of a registration; null where it changed nothing. */
export const auditEntry = ({
  offer,
  decided,
  change,
  context,
}: {
  readonly offer: RegistrationOffer;
  readonly decided: Registration;
  readonly change: ToolChange;
  readonly context: RequestContext;
}): AuditEntry | null => {
  const what =
    decided.outcome === 'unchanged'
      ? (redeclarationEvent(decided, offer) ?? toolEvent(decided, change))
      : versionEvent(decided, offer);
  if (what === null) return null;
  return {
    actor: actorOf(context),
    request_id: context.requestId,
    tool_id: offer.tool_id,
    ...(change.after === null ? {} : { policy_version: change.after.policy_version }),
    ...what,
    ...(hasDetail(decided) ? { detail: detailOf(decided, change) } : {}),
  };
};

type Event = Pick<AuditEntry, 'action' | 'version' | 'before' | 'after'>;

const versionEvent = (
  decided: Extract<Registration, { outcome: 'created' | 'replaced' }>,
  { contract_digest }: RegistrationOffer,
): Event => ({
  action: decided.outcome === 'created' ? 'version.registered' : 'version.replaced',
  version: decided.version.text,
  before: decided.replaces,
  after: contract_digest,
});

/** The contract was there already, but something else is declared of what changed in it. */
const redeclarationEvent = (
  { redeclared }: Extract<Registration, { outcome: 'unchanged' }>,
  { contract_digest }: RegistrationOffer,
): Event | null =>
  redeclared && {
    action: 'version.changes-declared',
    version: redeclared.version.text,
    before: contract_digest,
    after: contract_digest,
  };

/** The contract was there already, but the registration brought another policy or presentation. */
const toolEvent = (decided: Registration, { before, after }: ToolChange): Event | null => {
  if (decided.tool === null) return null;
  if (!decided.policyChanges) {
    return {
      action: 'tool.updated',
      before: presentationDigestOf(before),
      after: presentationDigestOf(after),
    };
  }
  return {
    action: 'policy.changed',
    before: before?.policy_digest ?? null,
    after: after?.policy_digest ?? null,
  };
};

const hasDetail = ({ updated, policyChanges, presentationChanges }: Registration): boolean =>
  updated.length > 0 || policyChanges || presentationChanges;

/** The digests of policy and presentation stand beside that of the contract, which is the event's own. */
const detailOf = (
  decided: Registration,
  { before, after, staleProposal }: ToolChange,
): JsonObject => ({
  ...(decided.updated.length === 0 ? {} : { updated: decided.updated }),
  ...(decided.policyChanges
    ? {
        policy_digest_before: before?.policy_digest ?? null,
        policy_digest_after: after?.policy_digest ?? null,
      }
    : {}),
  ...(decided.presentationChanges
    ? {
        presentation_digest_before: presentationDigestOf(before),
        presentation_digest_after: presentationDigestOf(after),
      }
    : {}),
  ...(staleProposal === null ? {} : { stale_proposal: staleProposal }),
});

const presentationDigestOf = (tool: ToolState | null): string | null =>
  tool === null ? null : presentationDigest(tool);
