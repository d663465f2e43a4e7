import { PERMISSIONS } from '../policy/grant.js';
import { RISK_LEVELS } from '../policy/policy.js';
import { IDENTITY_KINDS, SIGNATURES } from './issuer.js';

const NAMES = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 128 },
  maxItems: 1_000,
  uniqueItems: true,
} as const;

const ADDRESS = { type: 'string', minLength: 1, maxLength: 500 } as const;

const seconds = (minimum: number, maximum: number) =>
  ({ type: 'integer', minimum, maximum }) as const;

const PATTERN = { type: 'string', minLength: 1, maxLength: 256 } as const;

const TEMPLATE = { type: 'string', minLength: 1, maxLength: 200 } as const;

const RULE = {
  type: 'object',
  properties: {
    claims: {
      type: 'object',
      // Without one, whoever the issuer knows would be let in.
      minProperties: 1,
      maxProperties: 50,
      additionalProperties: {
        anyOf: [
          PATTERN,
          { type: 'boolean' },
          { type: 'array', items: PATTERN, minItems: 1, maxItems: 100 },
        ],
      },
    },
    kind: { enum: IDENTITY_KINDS },
    subject: TEMPLATE,
    on_behalf_of: TEMPLATE,
    permissions: {
      type: 'array',
      items: { type: 'string', enum: PERMISSIONS },
      minItems: 1,
      maxItems: PERMISSIONS.length,
      uniqueItems: true,
    },
    namespaces: NAMES,
    tenants: NAMES,
    roles: NAMES,
    max_risk: { enum: RISK_LEVELS },
  },
  required: ['claims', 'kind', 'permissions'],
  additionalProperties: false,
} as const;

/** The file that QM_OIDC_CONFIG names. */
export const ISSUERS_SCHEMA = {
  type: 'object',
  properties: {
    issuers: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        properties: {
          issuer: ADDRESS,
          audiences: { type: 'array', items: ADDRESS, minItems: 1, maxItems: 50 },
          algorithms: {
            type: 'array',
            items: { type: 'string', enum: SIGNATURES },
            minItems: 1,
            maxItems: SIGNATURES.length,
            uniqueItems: true,
          },
          jwks_uri: ADDRESS,
          clock_skew_s: seconds(0, 300),
          max_age_s: seconds(60, 604_800),
          jwks_refresh_s: seconds(1, 86_400),
          jwks_stale_s: seconds(1, 604_800),
          jwks_cooldown_s: seconds(0, 3_600),
          rules: { type: 'array', items: RULE, minItems: 1, maxItems: 1_000 },
        },
        required: ['issuer', 'audiences', 'rules'],
        additionalProperties: false,
      },
    },
  },
  required: ['issuers'],
  additionalProperties: false,
} as const;

/** What `ISSUERS_SCHEMA` vouches for. */
export interface StatedIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms?: readonly (typeof SIGNATURES)[number][];
  readonly jwks_uri?: string;
  readonly clock_skew_s?: number;
  readonly max_age_s?: number;
  readonly jwks_refresh_s?: number;
  readonly jwks_stale_s?: number;
  readonly jwks_cooldown_s?: number;
  readonly rules: readonly StatedRule[];
}

export interface StatedRule {
  readonly claims: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly kind: (typeof IDENTITY_KINDS)[number];
  readonly subject?: string;
  readonly on_behalf_of?: string;
  readonly permissions: readonly (typeof PERMISSIONS)[number][];
  readonly namespaces?: readonly string[];
  readonly tenants?: readonly string[];
  readonly roles?: readonly string[];
  readonly max_risk?: (typeof RISK_LEVELS)[number];
}
