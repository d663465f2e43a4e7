import type { DeclaredChange } from '#core/contract/contract.js';
import { contractDocument } from '#core/contract/digest.js';
import { countApprovals } from '#core/lifecycle/approvals.js';
import type { Gate } from '#core/lifecycle/gate.js';
import type { CheckResult } from '#core/registration/check-result.js';
import { contractOf, policyOf } from '../../database/records.js';
import { declaredChanges } from './stored-version.js';
import { gatesOf, storedCheck, type Judging } from './version-gates.js';
import type { ReadableVersion, StoredEvidence, StoredWaiver } from './whole-version.js';

/** The governance view of a version, the same wherever a version is answered. */
export interface VersionAnswer {
  readonly tool_id: string;
  readonly version: string;
  readonly state: string;
  readonly contract_digest: string;
  readonly policy_version: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly rollout: { readonly percent: number; readonly salt?: string };
  readonly approvals: ApprovalsAnswer;
  readonly evidence: readonly EvidenceAnswer[];
  readonly waivers: readonly WaiverAnswer[];
  readonly readiness: readonly GateAnswer[];
  readonly proposed: readonly string[];
  readonly check: CheckResult;
  /** What its publisher declared of changed words, where something was. */
  readonly changes?: readonly DeclaredChange[];
  readonly retracted?: true;
  readonly deprecation?: {
    readonly reason: string | null;
    readonly sunset_at: string | null;
    readonly successor: string | null;
  };
}

interface ApprovalsAnswer {
  readonly have: number;
  readonly need: number;
  readonly by: readonly { readonly subject: string; readonly at: string }[];
}

interface EvidenceAnswer {
  readonly kind: string;
  readonly url: string;
  readonly passed_at: string;
  readonly summary?: string;
  readonly submitted_by: string;
  readonly submitted_at: string;
}

interface WaiverAnswer {
  readonly gate: string;
  readonly reason: string;
  readonly expires_at: string;
  readonly granted_by: string;
  readonly granted_at: string;
}

interface GateAnswer {
  readonly gate: string;
  readonly ok: boolean;
  readonly why: string;
  readonly level: Gate['level'];
  readonly asked_at: Gate['asked_at'];
  readonly waived_until: string | null;
}

/** The fields that are the catalog's, followed by the contract's own. */
export const versionAnswer = (row: ReadableVersion, judging: Judging): VersionAnswer => ({
  tool_id: row.tool_id,
  version: row.version,
  state: row.state,
  contract_digest: row.contract_digest,
  policy_version: row.tool.policy_version,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  rollout: rolloutAnswer(row),
  approvals: approvalsAnswer(row),
  evidence: ofThisContent(row, row.evidence).map(evidenceAnswer),
  waivers: ofThisContent(row, row.waivers).map(waiverAnswer),
  readiness: gatesOf(row, judging).map(gateAnswer),
  proposed: row.proposed,
  check: storedCheck(row, judging.lint),
  ...changesAnswer(row),
  ...(row.retracted ? { retracted: true } : {}),
  ...(row.state === 'deprecated' ? { deprecation: deprecationAnswer(row) } : {}),
  ...contractDocument(contractOf(row)),
});

const changesAnswer = (row: ReadableVersion): Pick<VersionAnswer, 'changes'> => {
  const changes = declaredChanges(row);
  return changes.length === 0 ? {} : { changes };
};

const rolloutAnswer = (
  row: Pick<ReadableVersion, 'rollout_percent' | 'rollout_salt'>,
): VersionAnswer['rollout'] => ({
  percent: row.rollout_percent,
  ...(row.rollout_salt === '' ? {} : { salt: row.rollout_salt }),
});

export const evidenceAnswer = (row: Omit<StoredEvidence, 'contract_digest'>): EvidenceAnswer => ({
  kind: row.kind,
  url: row.url,
  passed_at: row.passed_at.toISOString(),
  ...(row.summary === null ? {} : { summary: row.summary }),
  submitted_by: row.submitted_by,
  submitted_at: row.submitted_at.toISOString(),
});

export const waiverAnswer = (row: Omit<StoredWaiver, 'contract_digest'>): WaiverAnswer => ({
  gate: row.gate,
  reason: row.reason,
  expires_at: row.expires_at.toISOString(),
  granted_by: row.granted_by,
  granted_at: row.granted_at.toISOString(),
});

export const gateAnswer = ({ gate, ok, why, level, asked_at, waived }: Gate): GateAnswer => ({
  gate,
  ok,
  why,
  level,
  asked_at,
  waived_until: waived?.expires_at.toISOString() ?? null,
});

const approvalsAnswer = (row: ReadableVersion): ApprovalsAnswer => {
  const approvals = ofThisContent(row, row.approvals);
  return {
    ...countApprovals({
      approvals: approvals.map(({ subject }) => subject),
      risk: policyOf(row.tool).risk_level,
    }),
    by: approvals.map(({ subject, approved_at }) => ({ subject, at: approved_at.toISOString() })),
  };
};

const deprecationAnswer = (row: ReadableVersion): NonNullable<VersionAnswer['deprecation']> => ({
  reason: row.deprecation_reason,
  sunset_at: row.sunset_at?.toISOString() ?? null,
  successor: row.successor,
});

/** What speaks of a former content was voided with it; the digest says so a second time. */
const ofThisContent = <T extends { readonly contract_digest: string }>(
  { contract_digest }: ReadableVersion,
  rows: readonly T[],
): readonly T[] => rows.filter((row) => row.contract_digest === contract_digest);
