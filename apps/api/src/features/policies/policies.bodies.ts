import { POLICY_SCHEMA } from '#core/contract/manifest-schema.js';
import type { Policy } from '#core/policy/policy.js';
import { PAGE_PARAMETERS } from '../../http/page.js';
import { REASON } from '../../http/reason.js';

/** The body of `PUT /v1/tools/{tool_id}/policy`. */
export const POLICY_CHANGE = {
  ...POLICY_SCHEMA,
  properties: { ...POLICY_SCHEMA.properties, reason: REASON },
  required: [...POLICY_SCHEMA.required, 'reason'],
  example: {
    risk_level: 'L3',
    requires_approval: true,
    allowed_roles: ['operator'],
    allowed_tenants: ['*'],
    task_types: ['support'],
    reason: 'Only operators open tickets.',
  },
};

export interface PolicyChangeBody extends Policy {
  readonly reason: string;
}

/** The body of `POST /v1/policy-proposals/{id}/decision`. */
export const DECISION = {
  type: 'object',
  properties: { decision: { enum: ['approve', 'reject'] }, reason: REASON },
  required: ['decision', 'reason'],
  additionalProperties: false,
  example: { decision: 'approve', reason: 'Agreed with the support team.' },
} as const;

export interface DecisionBody {
  readonly decision: 'approve' | 'reject';
  readonly reason: string;
}

/** The query of `GET /v1/tools/{tool_id}/policy/revisions`. */
export const REVISION_QUERY = {
  type: 'object',
  properties: PAGE_PARAMETERS,
  additionalProperties: false,
} as const;

export const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'superseded', 'stale'] as const;

/** The query of `GET /v1/policy-proposals`. */
export const PROPOSAL_QUERY = {
  type: 'object',
  properties: {
    ...PAGE_PARAMETERS,
    tool_id: { type: 'string', maxLength: 128, description: 'Only proposals for this tool.' },
    status: { enum: PROPOSAL_STATUSES, description: 'Only proposals in this status.' },
  },
  additionalProperties: false,
} as const;

export interface ProposalQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly tool_id?: string;
  readonly status?: (typeof PROPOSAL_STATUSES)[number];
}

export interface RevisionQuery {
  readonly limit?: number;
  readonly cursor?: string;
}
