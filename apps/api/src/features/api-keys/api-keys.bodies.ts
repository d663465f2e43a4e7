import { CALLER_KINDS, type CallerKind } from '../../auth/caller.js';
import type { RateClass } from '#core/limits/own-limits.js';
import { PERMISSIONS, type Permission } from '#core/policy/grant.js';
import { RISK_LEVELS, type RiskLevel } from '#core/policy/policy.js';
import { PAGE_PARAMETERS } from '../../http/page.js';
import { TIMESTAMP } from '../../http/timestamp.js';

const scope = (description: string) => ({
  type: 'array',
  description,
  items: { type: 'string', minLength: 1, maxLength: 128 },
  maxItems: 1_000,
  uniqueItems: true,
});

const LIMIT = {
  type: 'string',
  pattern: '^(off|[1-9][0-9]{0,8}/[smh])$',
} as const;

/** By class of requests, as the settings `QM_RATE_LIMIT_…` say it. */
export const RATE_LIMITS = {
  type: 'object',
  description:
    'Limits of this key, such as `600/m`, or `off`, in place of those of the deployment; what is left out is as there. More than there takes an admin of all namespaces.',
  properties: { candidates: LIMIT, checks: LIMIT, reads: LIMIT, writes: LIMIT },
  minProperties: 1,
  additionalProperties: false,
} as const;

/** The body of `POST /v1/api-keys`. */
export const NEW_KEY = {
  type: 'object',
  properties: {
    subject: {
      type: 'string',
      description:
        'Who the key stands for. Two keys of one subject are the same person. Not `bootstrap` nor ' +
        '`rule:…`, which are the service itself.',
      minLength: 1,
      maxLength: 200,
      // Neither starts nor ends in white space, so that no two of them look alike by it.
      pattern:
        '^[^\\u0000-\\u001f\\u007f-\\u009f\\s]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\u0000-\\u001f\\u007f-\\u009f\\s])?$',
    },
    kind: { enum: CALLER_KINDS },
    permissions: {
      type: 'array',
      // With its type said, ajv finds duplicates by hashing; otherwise by comparing all with all.
      items: { type: 'string', enum: PERMISSIONS },
      minItems: 1,
      maxItems: PERMISSIONS.length,
      uniqueItems: true,
    },
    namespaces: scope('Left out: none for `publish`, all for the others. `["*"]` is all.'),
    tenants: scope('For `candidates`; left out: none. `["*"]` is all.'),
    roles: scope('For `candidates`; left out: none. `["*"]` is all.'),
    max_risk: { enum: RISK_LEVELS, description: 'For `candidates`; left out: L2.' },
    expires_at: { ...TIMESTAMP, description: 'In the future; left out: never.' },
    rate_limits: RATE_LIMITS,
  },
  required: ['subject', 'kind', 'permissions'],
  additionalProperties: false,
  example: {
    subject: 'support-agent',
    kind: 'agent',
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
    max_risk: 'L3',
  },
} as const;

export interface NewKeyBody {
  readonly subject: string;
  readonly kind: CallerKind;
  readonly permissions: readonly Permission[];
  readonly namespaces?: readonly string[];
  readonly tenants?: readonly string[];
  readonly roles?: readonly string[];
  readonly max_risk?: RiskLevel;
  readonly expires_at?: string;
  readonly rate_limits?: StatedLimits;
}

export type StatedLimits = Readonly<Partial<Record<RateClass, string>>>;

/** The body of `POST /v1/api-keys/{id}/rotation`. */
export const ROTATION = {
  type: 'object',
  properties: {
    overlap_s: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      default: 86_400,
      description: 'For how many seconds the former key is still taken; a day unless given.',
    },
    expires_at: {
      ...TIMESTAMP,
      description: 'The end of the new key, in the future; left out: that of the former, if any.',
    },
    rate_limits: {
      ...RATE_LIMITS,
      description: 'As at `POST /v1/api-keys`; left out: those of the former.',
    },
  },
  additionalProperties: false,
  example: { overlap_s: 3_600 },
} as const;

export interface RotationBody {
  readonly overlap_s?: number;
  readonly expires_at?: string;
  readonly rate_limits?: StatedLimits;
}

/** The query of `GET /v1/api-keys`. */
export const KEY_QUERY = {
  type: 'object',
  properties: {
    ...PAGE_PARAMETERS,
    subject: { type: 'string', maxLength: 200, description: 'Only the keys of this subject.' },
  },
  additionalProperties: false,
} as const;

export interface KeyQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly subject?: string;
}
