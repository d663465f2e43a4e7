import fc from 'fast-check';
import { comparePolicies, decidePolicyChange } from './compare-policies.js';
import { RISK_LEVELS, riskRank, type Policy } from './policy.js';
import { normalisePolicy, policyDigest } from './policy-digest.js';
import { admits, overlaps, type NameList } from './scope.js';

const base: Policy = {
  risk_level: 'L2',
  requires_approval: true,
  allowed_roles: ['operator', 'clerk'],
  allowed_tenants: ['*'],
  task_types: ['support'],
};

const change = (over: Partial<Policy>) => comparePolicies(base, { ...base, ...over });

const NAMES = ['a', 'b', 'c'];

const list: fc.Arbitrary<NameList> = fc.oneof(
  fc.constant<NameList>(['*']),
  fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }),
);

const policies = fc.record({
  risk_level: fc.constantFrom(...RISK_LEVELS),
  requires_approval: fc.boolean(),
  allowed_roles: list,
  allowed_tenants: list,
  task_types: list,
});

/** What a policy lets through, said the long way; `other` stands for all names nobody wrote. */
const letsThrough = (policy: Policy): Set<string> => {
  const asked = [...NAMES, 'other'];
  const passed = new Set<string>();
  for (const role of asked)
    for (const tenant of asked)
      for (const task of asked)
        if (
          admits(policy.allowed_roles, role) &&
          admits(policy.allowed_tenants, tenant) &&
          admits(policy.task_types, task)
        )
          passed.add([role, tenant, task].join());
  return passed;
};

describe('comparing two policies', () => {
  it.each([
    ['raising the risk', { risk_level: 'L3' }, [], ['risk_level']],
    ['lowering the risk', { risk_level: 'L1' }, ['risk_level'], []],
    ['switching approval off', { requires_approval: false }, ['requires_approval'], []],
    ['removing a role', { allowed_roles: ['clerk'] }, [], ['allowed_roles']],
    ['removing the last role', { allowed_roles: [] }, [], ['allowed_roles']],
    ['adding a role', { allowed_roles: ['clerk', 'operator', 'x'] }, ['allowed_roles'], []],
    ['admitting every role', { allowed_roles: ['*'] }, ['allowed_roles'], []],
    ['replacing a role', { allowed_roles: ['clerk', 'x'] }, ['allowed_roles'], ['allowed_roles']],
    ['naming tenants instead of all', { allowed_tenants: ['acme'] }, [], ['allowed_tenants']],
    ['adding a task type', { task_types: ['support', 'sales'] }, ['task_types'], []],
    ['another order of the same names', { allowed_roles: ['clerk', 'operator'] }, [], []],
  ] as const)('%s', (_what, over, loosens, tightens) => {
    expect(change(over)).toEqual({ loosens, tightens });
  });

  it('switching approval on tightens', () => {
    const before = { ...base, requires_approval: false };
    expect(comparePolicies(before, base)).toEqual({
      loosens: [],
      tightens: ['requires_approval'],
    });
  });

  it('makes a change that loosens one field a proposal as a whole', () => {
    const after = { ...base, risk_level: 'L4', task_types: ['support', 'sales'] } as const;
    expect(decidePolicyChange(base, after).outcome).toBe('proposed');
    expect(decidePolicyChange(base, { ...base, risk_level: 'L4' }).outcome).toBe('in-force');
    expect(decidePolicyChange(base, { ...base, allowed_tenants: ['*', '*'] }).outcome).toBe(
      'unchanged',
    );
  });

  it('never puts a change in force that lets anybody through who was kept out', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        fc.pre(decidePolicyChange(before, after).outcome === 'in-force');
        const known = letsThrough(before);
        expect([...letsThrough(after)].filter((triple) => !known.has(triple))).toEqual([]);
        expect(riskRank(after.risk_level)).toBeGreaterThanOrEqual(riskRank(before.risk_level));
        expect(after.requires_approval || !before.requires_approval).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a change backwards as its mirror image', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const forth = comparePolicies(before, after);
        const back = comparePolicies(after, before);
        expect(back).toEqual({ loosens: forth.tightens, tightens: forth.loosens });
      }),
    );
  });

  it('calls a change nothing exactly where the digest stays', () => {
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const same = policyDigest(before) === policyDigest(after);
        expect(decidePolicyChange(before, after).outcome === 'unchanged').toBe(same);
      }),
    );
  });
});

describe('the digest of a policy', () => {
  it('takes the lists as sets', () => {
    const shuffled = { ...base, allowed_roles: ['operator', 'clerk', 'operator'] };
    expect(policyDigest(shuffled)).toBe(policyDigest(base));
    expect(normalisePolicy(shuffled).allowed_roles).toEqual(['clerk', 'operator']);
  });

  it('is the hash of the canonical form of the five fields', () => {
    expect(policyDigest({ ...base, allowed_roles: ['clerk'] })).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('two lists', () => {
  it('overlap exactly where some name is admitted by both', () => {
    fc.assert(
      fc.property(list, list, (one, other) => {
        const shared = [...NAMES, 'else'].some((name) => admits(one, name) && admits(other, name));
        expect(overlaps(one, other)).toBe(shared);
      }),
    );
  });

  it('never admit the star as a name', () => {
    expect(admits(['operator'], '*')).toBe(false);
    expect(admits(['operator', '*'], '*')).toBe(false);
    expect(admits(['operator', '*'], 'clerk')).toBe(false);
  });
});
