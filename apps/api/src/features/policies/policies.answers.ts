import { POLICY_SCHEMA } from '#core/contract/manifest-schema.js';
import { comparePolicies } from '#core/policy/compare-policies.js';
import { policyDigest } from '#core/policy/policy-digest.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { openingOf } from '#core/policy/reach.js';
import { policyOf } from '../../database/records.js';
import { TEXT, TEXT_OR_NULL, TEXTS, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import type { PolicyInForce } from './change-policy.js';
import { PROPOSAL_STATUSES } from './policies.bodies.js';
import type { PolicyRevision, ProposalWithBase } from './policies.repository.js';

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

export const changeAnswer = ({ revision, shortOf, tenantsWithoutKey }: PolicyInForce) => ({
  ...revisionAnswer(revision),
  short_of: shortOf,
  tenants_without_key: tenantsWithoutKey,
});

export const TENANTS_WITHOUT_KEY = {
  ...TEXTS,
  type: ['array', 'null'],
  description:
    'A warning: named in `allowed_tenants`, while no key that is in use is bound to them. Null for a caller who does not know all namespaces.',
} as const;

export const CHANGE_SCHEMA = closed({
  ...REVISION_PROPERTIES,
  short_of: {
    type: 'array',
    description: 'Versions that miss a gate under this policy; they keep their state.',
    items: closed({ version: TEXT, gate: TEXT, why: TEXT }),
  },
  tenants_without_key: TENANTS_WITHOUT_KEY,
});

/** A proposal, and what it would open beside the policy that it started from. */
export const proposalAnswer = ({ proposal: row, base }: ProposalWithBase) => {
  const policy = policyOf(row);
  const basePolicy = policyOf(base);
  return {
    id: row.id,
    tool_id: row.tool_id,
    base_policy_version: row.base_policy_version,
    status: row.status,
    policy,
    policy_digest: policyDigest(policy),
    base_policy: basePolicy,
    ...comparePolicies(basePolicy, policy),
    opens: openingOf(basePolicy, policy),
    reason: row.reason,
    author: row.author,
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
  };
};

const NAMES = {
  oneOf: [
    { ...closed({ only: TEXTS }), description: 'These alone.' },
    { ...closed({ all_but: TEXTS }), description: 'All but these, those to come included.' },
  ],
} as const;

const REACH_PROPERTIES = { roles: NAMES, tenants: NAMES, task_types: NAMES } as const;

const OPENING_SCHEMA = {
  ...closed({
    gains: {
      type: 'array',
      description:
        'Who would be given the tool and is not now: every combination of a role, a tenant and a task type, in requests whose `max_risk` is at least `from_risk` and, unless that is null, below `below_risk`.',
      items: closed({
        ...REACH_PROPERTIES,
        from_risk: { enum: RISK_LEVELS },
        below_risk: { enum: [...RISK_LEVELS, null] },
      }),
    },
    without_approval: {
      ...closed(REACH_PROPERTIES),
      type: ['object', 'null'],
      description: 'Who has the tool now, and would call it without an approval.',
    },
  }),
  description: 'What it opens beside `base_policy`, exactly.',
} as const;

const FIELDS = { type: 'array', items: { enum: Object.keys(POLICY_SCHEMA.properties) } } as const;

const PROPOSAL_PROPERTIES = {
  id: TEXT,
  tool_id: TEXT,
  base_policy_version: { type: 'integer', minimum: 1 },
  status: { enum: PROPOSAL_STATUSES },
  policy: POLICY_SCHEMA,
  policy_digest: TEXT,
  base_policy: { ...POLICY_SCHEMA, description: 'What it started from.' },
  loosens: FIELDS,
  tightens: FIELDS,
  opens: OPENING_SCHEMA,
  reason: TEXT,
  author: TEXT,
  created_at: TIME,
  decided_by: TEXT_OR_NULL,
  decided_at: TIME_OR_NULL,
  decision_reason: TEXT_OR_NULL,
} as const;

export const PROPOSAL_SCHEMA = closed(PROPOSAL_PROPERTIES);

/** As whoever proposes it is answered. */
export const PROPOSED_SCHEMA = closed({
  ...PROPOSAL_PROPERTIES,
  tenants_without_key: TENANTS_WITHOUT_KEY,
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
  base_policy: POLICY_EXAMPLE,
  loosens: ['allowed_roles'],
  tightens: [],
  opens: {
    gains: [
      {
        roles: { only: ['assistant'] },
        tenants: { all_but: [] },
        task_types: { only: ['support'] },
        from_risk: 'L3',
        below_risk: null,
      },
    ],
    without_approval: null,
  },
  reason: 'The assistant may open tickets too.',
  author: 'rosa',
  created_at: '2026-11-30T09:10:00.000Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
};
