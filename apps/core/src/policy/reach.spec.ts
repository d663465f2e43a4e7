import fc from 'fast-check';
import { RISK_LEVELS, riskRank, type Policy } from './policy.js';
import { openingOf, type Gain, type NameSet, type Reach } from './reach.js';
import { admits } from './scope.js';

const policy = (over: Partial<Policy> = {}): Policy => ({
  risk_level: 'L1',
  requires_approval: false,
  allowed_roles: ['operator'],
  allowed_tenants: ['acme'],
  task_types: ['support'],
  ...over,
});

describe('what a change of policy opens', () => {
  it('is the new role with everything that the policy allows, and the rest of `*` by name', () => {
    const before = policy({ allowed_roles: ['operator', 'admin'] });
    const after = policy({ allowed_roles: ['*'], allowed_tenants: ['acme', 'initech'] });
    expect(openingOf(before, after).gains).toEqual([
      {
        roles: { all_but: ['admin', 'operator'] },
        tenants: { only: ['acme', 'initech'] },
        task_types: { only: ['support'] },
        from_risk: 'L1',
        below_risk: null,
      },
      {
        roles: { only: ['operator', 'admin'] },
        tenants: { only: ['initech'] },
        task_types: { only: ['support'] },
        from_risk: 'L1',
        below_risk: null,
      },
    ]);
  });

  it('is the same people at less risk, and what no longer asks anybody', () => {
    const before = policy({ risk_level: 'L3', requires_approval: true });
    const opening = openingOf(before, policy({ risk_level: 'L1' }));
    expect(opening.gains).toMatchObject([{ from_risk: 'L1', below_risk: 'L3' }]);
    expect(opening.without_approval).toMatchObject({ roles: { only: ['operator'] } });
  });

  it('is nothing where a change only tightens', () => {
    const before = policy({ allowed_roles: ['*'], allowed_tenants: ['*'] });
    const after = policy({ risk_level: 'L3', requires_approval: true });
    expect(openingOf(before, after)).toEqual({ gains: [], without_approval: null });
  });

  it('holds each request that gains the tool once, and no other (law)', () => {
    // `z` stands for all the names that neither policy knows.
    const names = fc.oneof(
      fc.constant(['*']),
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    );
    const policies = fc.record({
      risk_level: fc.constantFrom(...RISK_LEVELS),
      requires_approval: fc.boolean(),
      allowed_roles: names,
      allowed_tenants: names,
      task_types: names,
    });
    fc.assert(
      fc.property(policies, policies, (before, after) => {
        const { gains, without_approval: freed } = openingOf(before, after);
        const wrong = REQUESTS.filter((request) => {
          const isNew = isGiven(after, request) && !isGiven(before, request);
          const isFreed =
            before.requires_approval &&
            !after.requires_approval &&
            [before, after].every((one) => isGiven(one, { ...request, risk: 4 }));
          return (
            gains.filter((gain) => isGained(gain, request)).length !== Number(isNew) ||
            (freed !== null && isIn(freed, request)) !== isFreed
          );
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

interface Request {
  readonly role: string;
  readonly tenant: string;
  readonly task: string;
  readonly risk: number;
}

const NAMES = ['a', 'b', 'c', 'z'];
const REQUESTS: Request[] = NAMES.flatMap((role) =>
  NAMES.flatMap((tenant) =>
    NAMES.flatMap((task) => [0, 1, 2, 3, 4].map((risk) => ({ role, tenant, task, risk }))),
  ),
);

const isGiven = (of: Policy, { role, tenant, task, risk }: Request): boolean =>
  admits(of.allowed_roles, role) &&
  admits(of.allowed_tenants, tenant) &&
  admits(of.task_types, task) &&
  riskRank(of.risk_level) <= risk;

const inSet = (set: NameSet, name: string): boolean =>
  'only' in set ? set.only.includes(name) : !set.all_but.includes(name);

const isIn = (reach: Reach, { role, tenant, task }: Request): boolean =>
  inSet(reach.roles, role) && inSet(reach.tenants, tenant) && inSet(reach.task_types, task);

const isGained = (gain: Gain, request: Request): boolean =>
  isIn(gain, request) &&
  request.risk >= riskRank(gain.from_risk) &&
  (gain.below_risk === null || request.risk < riskRank(gain.below_risk));
