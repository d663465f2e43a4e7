import { namespaceOf } from '../contract/tool-id.js';
import {
  ceilingOf,
  defaultMaxRisk,
  namespacesFor,
  rolesOf,
  tenantsOf,
  type Grant,
} from '../policy/grant.js';
import { riskRank, type Policy, type RiskLevel } from '../policy/policy.js';
import { admits, EVERY_NAME, overlaps, type NameList } from '../policy/scope.js';

/** The stages of the candidate filter in their order; nothing is ranked before all of them. */
export const STAGES = ['servable', 'role', 'tenant', 'task_type', 'risk'] as const;

export type Stage = (typeof STAGES)[number];

/** What the filter knows of a tool. */
export interface FilteredTool {
  readonly tool_id: string;
  /** The tool itself, or its whole namespace. */
  readonly suspended: boolean;
  /** Whether there is a version to serve to whoever asks. */
  readonly served: boolean;
  readonly policy: Policy;
}

/**
 * For whom the filter asks: one request (one tenant, some roles, one task type), or everything that
 * a grant could ask for. A tool passes where some caller within the reach may use it.
 */
export interface Reach {
  /** What the key was granted; outside of it a tool does not exist for the caller. */
  readonly namespaces: NameList;
  readonly roles: NameList;
  readonly tenants: NameList;
  readonly task_types: NameList;
  readonly max_risk: RiskLevel;
}

/** The caller that a request is made for. */
export interface AskedCaller {
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly task_type: string;
  readonly max_risk?: RiskLevel;
}

/**
 * The first stage at which a tool falls, or null where it is a candidate. This one predicate decides
 * for list, get, candidates, search and call, so that no two of them can disagree.
 */
export const removedBy = (tool: FilteredTool, reach: Reach): Stage | null =>
  STAGES.find((stage) => !PASSES[stage](tool, reach)) ?? null;

/** What passes every stage, in the order given. */
export const select = <T extends FilteredTool>(tools: readonly T[], reach: Reach): T[] =>
  tools.filter((tool) => removedBy(tool, reach) === null);

/** The reach of one request under a key. `beyondGrant` has been asked before. */
export const reachOfRequest = (caller: AskedCaller, grant: Grant): Reach => ({
  ...reachOfCaller(caller, ceilingOf(grant)),
  namespaces: namespacesFor(grant, 'candidates'),
});

/** The reach of a caller whom nobody's grant bounds, for an auditor's `explain`. */
export const reachOfHypothetical = (caller: AskedCaller): Reach => reachOfCaller(caller, 'L4');

/** Everything that a key could ever ask for: what list and get show to it. */
export const reachOfGrant = (grant: Grant): Reach => ({
  namespaces: namespacesFor(grant, 'candidates'),
  roles: rolesOf(grant),
  tenants: tenantsOf(grant),
  task_types: EVERY_NAME,
  max_risk: ceilingOf(grant),
});

/** What a key could be shown for one tenant: the collection that ranking compares texts within. */
export const reachForTenant = (grant: Grant, tenant: string): Reach => ({
  ...reachOfGrant(grant),
  tenants: [tenant],
});

const reachOfCaller = (caller: AskedCaller, ceiling: RiskLevel): Reach => ({
  namespaces: EVERY_NAME,
  roles: caller.roles,
  tenants: [caller.tenant],
  task_types: [caller.task_type],
  max_risk: caller.max_risk ?? defaultMaxRisk(ceiling),
});

const PASSES: Record<Stage, (tool: FilteredTool, reach: Reach) => boolean> = {
  servable: (tool, { namespaces }) =>
    !tool.suspended && tool.served && admits(namespaces, namespaceOf(tool.tool_id)),
  role: ({ policy }, { roles }) => overlaps(policy.allowed_roles, roles),
  tenant: ({ policy }, { tenants }) => overlaps(policy.allowed_tenants, tenants),
  task_type: ({ policy }, { task_types }) => overlaps(policy.task_types, task_types),
  risk: ({ policy }, { max_risk }) => riskRank(policy.risk_level) <= riskRank(max_risk),
};
