import type { Grant } from '#core/policy/grant.js';

/** The grant by itself, as it was stated: a scope that was left out stays out. */
export const statedGrant = ({
  permissions,
  namespaces,
  tenants,
  roles,
  max_risk: maxRisk,
}: Grant) => ({
  permissions,
  ...(namespaces === undefined ? {} : { namespaces }),
  ...(tenants === undefined ? {} : { tenants }),
  ...(roles === undefined ? {} : { roles }),
  ...(maxRisk === undefined ? {} : { max_risk: maxRisk }),
});
