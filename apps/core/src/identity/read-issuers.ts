import { isArray, type Json } from '../json/value.js';
import type { Grant } from '../policy/grant.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
import type { ClaimRule, Issuer } from './issuer.js';
import { issuerFaults } from './issuer-faults.js';
import { ISSUERS_SCHEMA, type StatedIssuer, type StatedRule } from './issuers.schema.js';

export type IssuersReading =
  | { readonly ok: true; readonly issuers: readonly Issuer[] }
  | { readonly ok: false; readonly faults: readonly FieldError[] };

/** Reads the issuers out of a configuration; every fault has its place in it. */
export const readIssuers = (document: Json): IssuersReading => {
  const shape = shapeFaults(ISSUERS_SCHEMA, document);
  if (shape.length > 0) return { ok: false, faults: shape };
  // The schema has vouched for the form.
  const { issuers } = document as unknown as { readonly issuers: readonly StatedIssuer[] };
  const faults = issuerFaults(issuers);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, issuers: issuers.map(issuerOf) };
};

const DEFAULTS = {
  clockSkew: 30,
  maxAge: 86_400,
  keysFresh: 600,
  keysUsable: 86_400,
  keysCooldown: 30,
} as const;

/** What most issuers sign with; the others are allowed by name. */
const USUAL = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

const issuerOf = (stated: StatedIssuer): Issuer => ({
  issuer: stated.issuer,
  audiences: stated.audiences,
  algorithms: stated.algorithms ?? USUAL,
  ...(stated.jwks_uri === undefined ? {} : { jwksUri: stated.jwks_uri }),
  clockSkew: stated.clock_skew_s ?? DEFAULTS.clockSkew,
  maxAge: stated.max_age_s ?? DEFAULTS.maxAge,
  keysFresh: stated.jwks_refresh_s ?? DEFAULTS.keysFresh,
  keysUsable: stated.jwks_stale_s ?? DEFAULTS.keysUsable,
  keysCooldown: stated.jwks_cooldown_s ?? DEFAULTS.keysCooldown,
  rules: stated.rules.map(ruleOf),
});

const ruleOf = (stated: StatedRule): ClaimRule => ({
  claims: new Map(
    Object.entries(stated.claims).map(([name, pattern]) => [
      name,
      isArray(pattern) ? [...pattern] : pattern,
    ]),
  ),
  kind: stated.kind,
  ...(stated.subject === undefined ? {} : { subject: stated.subject }),
  ...(stated.on_behalf_of === undefined ? {} : { onBehalfOf: stated.on_behalf_of }),
  grant: grantOf(stated),
});

const grantOf = ({ permissions, namespaces, tenants, roles, max_risk }: StatedRule): Grant => ({
  permissions,
  ...(namespaces === undefined ? {} : { namespaces }),
  ...(tenants === undefined ? {} : { tenants }),
  ...(roles === undefined ? {} : { roles }),
  ...(max_risk === undefined ? {} : { max_risk }),
});
