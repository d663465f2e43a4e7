import { riskRank, type RiskLevel } from './policy.js';
import { admits, EVERY_NAME, isEvery, type NameList } from './scope.js';

export const PERMISSIONS = ['publish', 'review', 'read', 'audit', 'candidates', 'admin'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/**
 * What a key or a mapped token may do, as it was stated. A scope that was left out stays out here,
 * because what that means depends on the permission that is used.
 */
export interface Grant {
  readonly permissions: readonly Permission[];
  readonly namespaces?: NameList;
  readonly tenants?: NameList;
  readonly roles?: NameList;
  readonly max_risk?: RiskLevel;
}

const NO_NAME: NameList = [];

/** `admin` includes every permission. */
export const may = (grant: Grant, permission: Permission): boolean =>
  grant.permissions.includes(permission) || isAdmin(grant);

const isAdmin = (grant: Grant): boolean => grant.permissions.includes('admin');

/**
 * The namespaces in which a grant gives a permission. Left out they are none for `publish` and all
 * for everything else; a key that states them is held to them in all it does, as an admin too.
 */
export const namespacesFor = (grant: Grant, permission: Permission): NameList => {
  if (!may(grant, permission)) return NO_NAME;
  const leftOut = permission === 'publish' && !isAdmin(grant) ? NO_NAME : EVERY_NAME;
  return grant.namespaces ?? leftOut;
};

export const mayIn = (grant: Grant, permission: Permission, namespace: string): boolean =>
  admits(namespacesFor(grant, permission), namespace);

export const mayPublishIn = (grant: Grant, namespace: string): boolean =>
  mayIn(grant, 'publish', namespace);

export const mayReviewIn = (grant: Grant, namespace: string): boolean =>
  mayIn(grant, 'review', namespace);

export const mayAdministerIn = (grant: Grant, namespace: string): boolean =>
  mayIn(grant, 'admin', namespace);

/** Whether the governance view of a namespace is open: every tool, version and state in it. */
export const mayRead = (grant: Grant, namespace: string): boolean =>
  mayIn(grant, 'read', namespace);

/**
 * In which form tools are shown to a caller: as governance sees them, or as candidates. One answer for
 * all that a grant reaches, so that a list and the getting of one tool cannot disagree.
 */
export const viewOf = (grant: Grant): 'governance' | 'candidates' =>
  may(grant, 'read') ? 'governance' : 'candidates';

/** Whether the tools of a namespace are no secret to a caller: who reads, publishes or reviews there. */
export const mayKnow = (grant: Grant, namespace: string): boolean =>
  (['read', 'publish', 'review'] as const).some((permission) =>
    mayIn(grant, permission, namespace),
  );

/** Where a caller is shown policies and what is proposed: who reads there, and who decides there. */
export const policyNamespaces = (grant: Grant): NameList =>
  namespacesFor(grant, may(grant, 'read') ? 'read' : 'review');

/** Whether every namespace is open to a caller, so that what holds for all of them may be told. */
export const knowsAll = (grant: Grant): boolean =>
  (['read', 'publish', 'review'] as const).some((permission) =>
    isEvery(namespacesFor(grant, permission)),
  );

/** The tenants that candidates may be asked for; left out none, for an admin all. */
export const tenantsOf = (grant: Grant): NameList => callerScope(grant, grant.tenants);

/** The roles that candidates may be asked for; left out none, for an admin all. */
export const rolesOf = (grant: Grant): NameList => callerScope(grant, grant.roles);

/** The highest risk that candidates may be asked for: L2 unless stated, for an admin L4. */
export const ceilingOf = (grant: Grant): RiskLevel =>
  grant.max_risk ?? (isAdmin(grant) ? 'L4' : 'L2');

/** The tenant of a key that is bound to exactly one, which a request may then leave out. */
export const onlyTenantOf = (grant: Grant): string | undefined => {
  const tenants = new Set(tenantsOf(grant));
  const [tenant] = tenants;
  return tenants.size === 1 && !isEvery([...tenants]) ? tenant : undefined;
};

/** What a request may see at most by default: the lower of L2 and the ceiling. */
export const defaultMaxRisk = (ceiling: RiskLevel): RiskLevel =>
  riskRank(ceiling) < riskRank('L2') ? ceiling : 'L2';

const callerScope = (grant: Grant, stated: NameList | undefined): NameList => {
  if (!may(grant, 'candidates')) return NO_NAME;
  return stated ?? (isAdmin(grant) ? EVERY_NAME : NO_NAME);
};
