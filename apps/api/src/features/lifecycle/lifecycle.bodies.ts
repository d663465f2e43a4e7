import { STATES, type State } from '#core/lifecycle/state.js';
import { EVIDENCE_KINDS, type EvidenceKind } from '#core/lifecycle/readiness.js';
import { REASON } from '../../http/reason.js';
import { TIMESTAMP } from '../../http/timestamp.js';

/** A run that passed, as it is put on record. */
export const EVIDENCE = {
  type: 'object',
  properties: {
    kind: { enum: EVIDENCE_KINDS },
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      description: 'An absolute http or https URL without credentials.',
    },
    passed_at: { ...TIMESTAMP, description: 'Not in the future.' },
    summary: { type: 'string', minLength: 1, maxLength: 2_000 },
  },
  required: ['kind', 'url', 'passed_at'],
  additionalProperties: false,
  example: {
    kind: 'test',
    url: 'https://ci.example.com/runs/4711',
    passed_at: '2026-11-30T08:55:00Z',
    summary: '214 passed',
  },
} as const;

export interface EvidenceBody {
  readonly kind: EvidenceKind;
  readonly url: string;
  readonly passed_at: string;
  readonly summary?: string;
}

/** The body of `POST …/transitions`. */
export const TRANSITION = {
  type: 'object',
  properties: {
    to: { enum: STATES },
    reason: REASON,
    contract_digest: {
      type: 'string',
      maxLength: 71,
      description:
        'The content that the caller has in mind, such as that of the review: where it is another by now, nothing happens (412).',
    },
    evidence: { type: 'array', items: EVIDENCE, maxItems: 20 },
    sunset_at: {
      ...TIMESTAMP,
      description: 'With a deprecation: when the version goes away, in the future.',
    },
    successor: {
      type: 'string',
      maxLength: 400,
      description:
        'With a deprecation: a tool_id, or tool_id@version; not one that leads back to this version.',
    },
    retracted: {
      type: 'boolean',
      description: 'With a step to disabled: the version never counts as a baseline again.',
    },
    break_glass: {
      type: 'boolean',
      description:
        'With an approval: an admin approves their own work, with a reason; audited as such.',
    },
  },
  required: ['to'],
  additionalProperties: false,
  example: { to: 'review' },
} as const;

export interface TransitionBody {
  readonly to: State;
  readonly reason?: string;
  readonly contract_digest?: string;
  readonly evidence?: readonly EvidenceBody[];
  readonly sunset_at?: string;
  readonly successor?: string;
  readonly retracted?: boolean;
  readonly break_glass?: boolean;
}

/** The body of `POST …/waivers`. */
export const WAIVER = {
  type: 'object',
  properties: {
    gate: { type: 'string', minLength: 1, maxLength: 100 },
    reason: REASON,
    expires_at: {
      ...TIMESTAMP,
      description:
        'In the future, within as many days as the deployment allows (a year unless set).',
    },
  },
  required: ['gate', 'reason', 'expires_at'],
  additionalProperties: false,
  example: {
    gate: 'smoke',
    reason: 'The staging system is down until Monday.',
    expires_at: '2026-12-07T00:00:00Z',
  },
} as const;

export interface WaiverBody {
  readonly gate: string;
  readonly reason: string;
  readonly expires_at: string;
}

/** The body of `PUT …/rollout`. */
export const ROLLOUT = {
  type: 'object',
  properties: {
    percent: { type: 'integer', minimum: 0, maximum: 100 },
    salt: { type: 'string', maxLength: 128, description: 'Another salt draws other sessions.' },
  },
  required: ['percent'],
  additionalProperties: false,
  example: { percent: 10 },
} as const;

export interface RolloutBody {
  readonly percent: number;
  readonly salt?: string;
}
