import { riskRank, type Policy, type RiskLevel } from './policy.js';
import { isEvery, type NameList } from './scope.js';

/** Names, exactly: these alone, or all there will ever be but these. */
export type NameSet = { readonly only: NameList } | { readonly all_but: NameList };

/** Every combination of one of these roles, tenants and task types. */
export interface Reach {
  readonly roles: NameSet;
  readonly tenants: NameSet;
  readonly task_types: NameSet;
}

/** Who is given the tool after a change and was not before: requests whose `max_risk` is in the bounds. */
export interface Gain extends Reach {
  readonly from_risk: RiskLevel;
  /** The tool was there for requests from this risk on already; null where it was there for none. */
  readonly below_risk: RiskLevel | null;
}

export interface Opening {
  /** Disjoint: each request that gains the tool is in exactly one of them, and no other is in any. */
  readonly gains: readonly Gain[];
  /** Who has the tool as before, and may now call it without an approval. */
  readonly without_approval: Reach | null;
}

/**
 * What a change of policy opens, counted out over roles × tenants × task types × risk. A product less
 * a product is three products at most, so that the answer is no longer than the policies are; names
 * that nobody has yet are in it as well, behind `all_but`.
 */
export const openingOf = (before: Policy, after: Policy): Opening => {
  const [was, is] = [reachOf(before), reachOf(after)];
  const [roles, tenants, tasks] = [
    common(is.roles, was.roles),
    common(is.tenants, was.tenants),
    common(is.task_types, was.task_types),
  ];
  const both: Reach = { roles, tenants, task_types: tasks };
  const added: Reach[] = [
    { ...is, roles: without(is.roles, was.roles) },
    { ...is, roles, tenants: without(is.tenants, was.tenants) },
    { roles, tenants, task_types: without(is.task_types, was.task_types) },
  ];
  const lower = riskRank(after.risk_level) < riskRank(before.risk_level);
  const gains: Gain[] = [
    ...added.map((reach) => ({ ...reach, from_risk: after.risk_level, below_risk: null })),
    ...(lower ? [{ ...both, from_risk: after.risk_level, below_risk: before.risk_level }] : []),
  ];
  const loosensApproval = before.requires_approval && !after.requires_approval;
  return {
    gains: gains.filter(isSomebody),
    without_approval: loosensApproval && isSomebody(both) ? both : null,
  };
};

const reachOf = (policy: Policy): Reach => ({
  roles: setOf(policy.allowed_roles),
  tenants: setOf(policy.allowed_tenants),
  task_types: setOf(policy.task_types),
});

const setOf = (names: NameList): NameSet => (isEvery(names) ? { all_but: [] } : { only: names });

const isSomebody = ({ roles, tenants, task_types: tasks }: Reach): boolean =>
  [roles, tenants, tasks].every((set) => 'all_but' in set || set.only.length > 0);

const common = (one: NameSet, other: NameSet): NameSet => {
  if ('only' in one) return { only: one.only.filter((name) => holds(other, name)) };
  if ('only' in other) return { only: other.only.filter((name) => holds(one, name)) };
  return { all_but: [...new Set([...one.all_but, ...other.all_but])].sort() };
};

const without = (one: NameSet, other: NameSet): NameSet =>
  common(one, 'only' in other ? { all_but: other.only } : { only: other.all_but });

const holds = (set: NameSet, name: string): boolean =>
  'only' in set ? set.only.includes(name) : !set.all_but.includes(name);
