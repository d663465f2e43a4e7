import { riskRank, type Policy } from './policy.js';
import { isEvery, type NameList } from './scope.js';

export type PolicyField = keyof Policy;

/** The fields that let more through than before, and those that let less; a field can do both. */
export interface PolicyDifference {
  readonly loosens: readonly PolicyField[];
  readonly tightens: readonly PolicyField[];
}

interface Effect {
  readonly loosens: boolean;
  readonly tightens: boolean;
}

/**
 * Which fields of a change loosen and which tighten. Replacing one role by another does both: the
 * new role may do what it could not do before.
 */
export const comparePolicies = (before: Policy, after: Policy): PolicyDifference => {
  const risk = riskRank(after.risk_level) - riskRank(before.risk_level);
  const approval = Number(after.requires_approval) - Number(before.requires_approval);
  const effects: Record<PolicyField, Effect> = {
    risk_level: { loosens: risk < 0, tightens: risk > 0 },
    requires_approval: { loosens: approval < 0, tightens: approval > 0 },
    allowed_roles: compareLists(before.allowed_roles, after.allowed_roles),
    allowed_tenants: compareLists(before.allowed_tenants, after.allowed_tenants),
    task_types: compareLists(before.task_types, after.task_types),
  };
  const fields = Object.keys(effects) as PolicyField[]; // the keys of the record just above
  return {
    loosens: fields.filter((field) => effects[field].loosens),
    tightens: fields.filter((field) => effects[field].tightens),
  };
};

/**
 * What becomes of a change: `proposed` as a whole as soon as any field of it loosens, `in-force` at
 * once where it only tightens, `unchanged` where both say the same.
 */
export const decidePolicyChange = (
  before: Policy,
  after: Policy,
): PolicyDifference & { readonly outcome: 'unchanged' | 'in-force' | 'proposed' } => {
  const difference = comparePolicies(before, after);
  if (difference.loosens.length > 0) return { ...difference, outcome: 'proposed' };
  return { ...difference, outcome: difference.tightens.length > 0 ? 'in-force' : 'unchanged' };
};

const compareLists = (before: NameList, after: NameList): Effect => ({
  loosens: admitsMore(before, after),
  tightens: admitsMore(after, before),
});

/** Whether `after` admits some name that `before` does not; names without end stand behind `*`. */
const admitsMore = (before: NameList, after: NameList): boolean => {
  if (isEvery(before)) return false;
  if (isEvery(after)) return true;
  const known = new Set(before);
  return after.some((name) => !known.has(name));
};
