import { POLICY_SCHEMA } from '#core/contract/manifest-schema.js';
import { policyDigest } from '#core/policy/policy-digest.js';
import { policyOf } from '../../database/records.js';
import { TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import type { ShortVersion } from './change-policy.js';
import { PROPOSAL_STATUSES } from './policies.bodies.js';
import type { PolicyProposal, PolicyRevision } from './policies.repository.js';

/** A policy with its number, as it is or was in force. */
export const revisionAnswer = (row: PolicyRevision) => ({
  tool_id: row.tool_id,
  policy_version: row.policy_version,
  policy_digest: row.policy_digest,
  ...policyOf(row),
  reason: row.reason,
  changed_by: row.changed_by,
  approved_by: row.approved_by,
  changed_at: row.changed_at.toISOString(),
});

const REVISION_PROPERTIES = {
  tool_id: TEXT,
  policy_version: { type: 'integer', minimum: 1 },
  policy_digest: TEXT,
  ...POLICY_SCHEMA.properties,
  reason: TEXT_OR_NULL,
  changed_by: TEXT,
  approved_by: {
    ...TEXT_OR_NULL,
    description: 'The second person, where the change was a proposal.',
  },
  changed_at: TIME,
} as const;

export const REVISION_SCHEMA = closed(REVISION_PROPERTIES);

export const changeAnswer = (row: PolicyRevision, shortOf: readonly ShortVersion[]) => ({
  ...revisionAnswer(row),
  short_of: shortOf,
});

export const CHANGE_SCHEMA = closed({
  ...REVISION_PROPERTIES,
  short_of: {
    type: 'array',
    description: 'Versions that miss a gate under this policy; they keep their state.',
    items: closed({ version: TEXT, gate: TEXT, why: TEXT }),
  },
});

export const proposalAnswer = (row: PolicyProposal) => {
  const policy = policyOf(row);
  return {
    id: row.id,
    tool_id: row.tool_id,
    base_policy_version: row.base_policy_version,
    status: row.status,
    policy,
    policy_digest: policyDigest(policy),
    reason: row.reason,
    author: row.author,
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
  };
};

export const PROPOSAL_SCHEMA = closed({
  id: TEXT,
  tool_id: TEXT,
  base_policy_version: { type: 'integer', minimum: 1 },
  status: { enum: PROPOSAL_STATUSES },
  policy: POLICY_SCHEMA,
  policy_digest: TEXT,
  reason: TEXT,
  author: TEXT,
  created_at: TIME,
  decided_by: TEXT_OR_NULL,
  decided_at: TIME_OR_NULL,
  decision_reason: TEXT_OR_NULL,
});

const POLICY_EXAMPLE = {
  risk_level: 'L3',
  requires_approval: true,
  allowed_roles: ['operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
};

export const REVISION_EXAMPLE = {
  tool_id: 'support.create_ticket',
  policy_version: 2,
  policy_digest: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  ...POLICY_EXAMPLE,
  reason: 'Only operators open tickets.',
  changed_by: 'rosa',
  approved_by: null,
  changed_at: '2026-11-30T09:00:00.000Z',
};

export const PROPOSAL_EXAMPLE = {
  id: 'pp_m1k2j3h4g0123456789abcdef',
  tool_id: 'support.create_ticket',
  base_policy_version: 2,
  status: 'open',
  policy: { ...POLICY_EXAMPLE, allowed_roles: ['assistant', 'operator'] },
  policy_digest: 'sha256:a0d3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7',
  reason: 'The assistant may open tickets too.',
  author: 'rosa',
  created_at: '2026-11-30T09:10:00.000Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
};
