import type { Policy } from './policy.js';
import { policyFaults } from './policy-faults.js';

const policy = (over: Partial<Policy> = {}): Policy => ({
  risk_level: 'L0',
  requires_approval: false,
  allowed_roles: ['operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
  ...over,
});

const codes = (over: Partial<Policy>) =>
  policyFaults(policy(over)).map(({ pointer, code }) => `${pointer} ${code}`);

describe('the rules of a policy', () => {
  it.each(['L0', 'L1'] as const)('lets %s admit every role without approval', (risk_level) => {
    expect(codes({ risk_level, allowed_roles: ['*'] })).toEqual([]);
  });

  it('refuses every role from L2 on', () => {
    expect(codes({ risk_level: 'L2', allowed_roles: ['*'] })).toEqual([
      '/allowed_roles roles-not-named',
    ]);
    expect(codes({ risk_level: 'L2' })).toEqual([]);
  });

  it.each(['L3', 'L4'] as const)('refuses %s without approval', (risk_level) => {
    expect(codes({ risk_level })).toEqual(['/requires_approval approval-required']);
    expect(codes({ risk_level, requires_approval: true })).toEqual([]);
  });

  it('accepts a list that admits nobody, whatever the risk', () => {
    expect(codes({ risk_level: 'L4', requires_approval: true, allowed_roles: [] })).toEqual([]);
  });

  it.each(['allowed_roles', 'allowed_tenants', 'task_types'] as const)(
    'refuses a star beside names in %s',
    (list) => {
      expect(codes({ [list]: ['operator', '*'] })).toEqual([`/${list} star-not-alone`]);
      expect(codes({ [list]: ['*', '*'] })).toEqual([]);
    },
  );

  it('names every broken rule at once', () => {
    expect(codes({ risk_level: 'L4', allowed_roles: ['*'], task_types: ['*', 'a'] })).toEqual([
      '/task_types star-not-alone',
      '/allowed_roles roles-not-named',
      '/requires_approval approval-required',
    ]);
  });
});
