import { PERMISSIONS } from '#core/policy/grant.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { CALLER_KINDS, type Caller } from '../../auth/caller.js';
import type { StoredKey } from '../../auth/key.repository.js';
import { statedGrant } from './stated-grant.js';

const TIME = { type: 'string', format: 'date-time' } as const;
const NAMES = { type: 'array', items: { type: 'string' } } as const;

const GRANT_PROPERTIES = {
  permissions: { type: 'array', items: { enum: PERMISSIONS } },
  namespaces: NAMES,
  tenants: NAMES,
  roles: NAMES,
  max_risk: { enum: RISK_LEVELS },
} as const;

/** A key as its list shows it: never its secret, nor the hash of it. */
export const keyAnswer = (key: StoredKey) => ({
  id: key.id,
  subject: key.caller.subject,
  kind: key.caller.kind,
  ...statedGrant(key.caller.grant),
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

export const KEY_SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    subject: { type: 'string' },
    kind: { enum: CALLER_KINDS },
    ...GRANT_PROPERTIES,
    created_at: TIME,
    created_by: { type: 'string' },
    expires_at: { type: ['string', 'null'], format: 'date-time' },
    revoked_at: { type: ['string', 'null'], format: 'date-time' },
  },
  required: [
    'id',
    'subject',
    'kind',
    'permissions',
    'created_at',
    'created_by',
    'expires_at',
    'revoked_at',
  ],
  additionalProperties: false,
} as const;

export const CREATED_KEY_SCHEMA = {
  ...KEY_SCHEMA,
  properties: {
    ...KEY_SCHEMA.properties,
    token: { type: 'string', description: 'Shown this once and never again.' },
  },
} as const;

/** The caller's own grant, as `GET /v1/me` answers it. */
export const meAnswer = (caller: Caller) => ({
  subject: caller.subject,
  kind: caller.kind,
  key_id: caller.keyId,
  ...statedGrant(caller.grant),
});

export const ME_SCHEMA = {
  type: 'object',
  properties: {
    subject: { type: 'string' },
    kind: { enum: CALLER_KINDS },
    key_id: { type: 'string' },
    ...GRANT_PROPERTIES,
  },
  required: ['subject', 'kind', 'key_id', 'permissions'],
  additionalProperties: false,
} as const;

export const KEY_EXAMPLE = {
  id: '4f1c09ab7d2e83c65f10',
  subject: 'support-agent',
  kind: 'agent',
  permissions: ['candidates'],
  tenants: ['acme'],
  roles: ['operator'],
  max_risk: 'L3',
  created_at: '2026-11-30T09:00:00.000Z',
  created_by: 'platform',
  expires_at: null,
  revoked_at: null,
};
