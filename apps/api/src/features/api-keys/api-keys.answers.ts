import { PERMISSIONS } from '#core/policy/grant.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { CALLER_KINDS, type Caller } from '../../auth/caller.js';
import type { StoredKey } from '../../auth/key.repository.js';
import { TEXT, TEXTS, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import { RATE_LIMITS } from './api-keys.bodies.js';
import { statedGrant } from './stated-grant.js';
import { limitsAnswer } from './stated-limits.js';

const GRANT_PROPERTIES = {
  permissions: { type: 'array', items: { enum: PERMISSIONS } },
  namespaces: TEXTS,
  tenants: TEXTS,
  roles: TEXTS,
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
  ...limitsOf(key.caller),
});

const limitsOf = ({ rateLimits }: Caller) =>
  rateLimits === undefined ? {} : { rate_limits: limitsAnswer(rateLimits) };

const KEY_PROPERTIES = {
  id: TEXT,
  subject: TEXT,
  kind: { enum: CALLER_KINDS },
  ...GRANT_PROPERTIES,
  created_at: TIME,
  created_by: TEXT,
  expires_at: TIME_OR_NULL,
  revoked_at: TIME_OR_NULL,
  rate_limits: RATE_LIMITS,
} as const;

/** What a grant left out is absent. */
const SCOPES = ['namespaces', 'tenants', 'roles', 'max_risk'] as const;
const OPTIONAL = [...SCOPES, 'rate_limits'] as const;

export const KEY_SCHEMA = closed(KEY_PROPERTIES, OPTIONAL);

/** Without the token where an answer is given again. */
export const CREATED_KEY_SCHEMA = closed(
  {
    ...KEY_PROPERTIES,
    token: { ...TEXT, description: 'Shown this once and never again.' },
  },
  [...OPTIONAL, 'token'],
);

/** The new key of a rotation, and until when the former is taken beside it. */
export const rotatedKeyAnswer = (key: StoredKey, former: StoredKey) => ({
  ...keyAnswer(key),
  replaces: { id: former.caller.keyId, expires_at: former.expiresAt?.toISOString() ?? null },
});

export const ROTATED_KEY_SCHEMA = closed(
  {
    ...CREATED_KEY_SCHEMA.properties,
    replaces: closed({ id: TEXT, expires_at: TIME_OR_NULL }),
  },
  [...OPTIONAL, 'token'],
);

/** The caller's own grant, as `GET /v1/me` answers it. */
export const meAnswer = ({ subject, onBehalfOf, kind, keyId, token, grant }: Caller) => ({
  subject,
  kind,
  ...(token === undefined
    ? { key_id: keyId }
    : { issuer: token.issuer, expires_at: new Date(token.expiresAt).toISOString() }),
  ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
  ...statedGrant(grant),
});

export const ME_SCHEMA = closed(
  {
    subject: TEXT,
    kind: { enum: CALLER_KINDS },
    key_id: { ...TEXT, description: 'Absent with a token.' },
    issuer: { ...TEXT, description: 'Only with a token: the OIDC issuer that vouches for it.' },
    on_behalf_of: { ...TEXT, description: 'Only with a token: who is behind it.' },
    expires_at: { ...TIME, description: 'Only with a token: until when it is taken.' },
    ...GRANT_PROPERTIES,
  },
  ['key_id', 'issuer', 'on_behalf_of', 'expires_at', ...SCOPES],
);

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
