import fc from 'fast-check';
import type { Grant } from '../policy/grant.js';
import { RISK_LEVELS } from '../policy/policy.js';
import { explain } from './explain.js';
import { tool } from './sample-tool.js';
import {
  reachOfHypothetical,
  reachOfRequest,
  removedBy,
  select,
  STAGES,
  type AskedCaller,
  type FilteredTool,
} from './select.js';

const caller: AskedCaller = { tenant: 'acme', roles: ['clerk', 'operator'], task_type: 'support' };

const grant: Grant = {
  permissions: ['candidates'],
  tenants: ['acme'],
  roles: ['*'],
  max_risk: 'L4',
};

const stage = (
  filtered: FilteredTool,
  over: Partial<AskedCaller> = {},
  granted: Partial<Grant> = {},
) => removedBy(filtered, reachOfRequest({ ...caller, ...over }, { ...grant, ...granted }));

describe('the candidate filter', () => {
  it('lets a tool through that this caller may use', () => {
    expect(stage(tool())).toBeNull();
  });

  it('removes what is suspended, or has no version for the caller', () => {
    expect(stage(tool({}, { suspended: true }))).toBe('servable');
    expect(stage(tool({}, { served: false }))).toBe('servable');
  });

  it('asks for some role of the caller, one tenant and one task type', () => {
    expect(stage(tool({ allowed_roles: ['admin'] }))).toBe('role');
    expect(stage(tool({ allowed_tenants: ['umbrella'] }))).toBe('tenant');
    expect(stage(tool({ task_types: ['sales'] }))).toBe('task_type');
  });

  it('admits everybody by a star, and nobody by an empty list', () => {
    const star = ['*'];
    const everybody = { allowed_roles: star, allowed_tenants: star, task_types: star };
    expect(stage(tool(everybody))).toBeNull();
    expect(stage(tool({ ...everybody, allowed_roles: [] }))).toBe('role');
    expect(stage(tool({ ...everybody, allowed_tenants: [] }))).toBe('tenant');
    expect(stage(tool({ ...everybody, task_types: [] }))).toBe('task_type');
  });

  it('stops at the first stage that removes a tool', () => {
    const policy = {
      allowed_roles: ['admin'],
      allowed_tenants: ['umbrella'],
      task_types: ['sales'],
      risk_level: 'L4',
    } as const;
    const fixed = {
      allowed_roles: ['operator'],
      allowed_tenants: ['acme'],
      task_types: ['support'],
    };
    expect(stage(tool(policy, { suspended: true }))).toBe('servable');
    expect(stage(tool(policy))).toBe('role');
    expect(stage(tool({ ...policy, allowed_roles: fixed.allowed_roles }))).toBe('tenant');
    expect(stage(tool({ ...policy, ...fixed, task_types: ['sales'] }))).toBe('task_type');
    expect(stage(tool({ ...policy, ...fixed }))).toBe('risk');
  });

  it('shows no more than L2 unless asked, and less where the ceiling is lower', () => {
    const seen = (over: Partial<AskedCaller>, granted: Partial<Grant> = {}) =>
      RISK_LEVELS.filter((risk_level) => stage(tool({ risk_level }), over, granted) === null);
    expect(seen({})).toEqual(['L0', 'L1', 'L2']);
    expect(seen({}, { max_risk: 'L1' })).toEqual(['L0', 'L1']);
    expect(seen({ max_risk: 'L4' })).toEqual([...RISK_LEVELS]);
    expect(seen({ max_risk: 'L0' })).toEqual(['L0']);
  });

  it('knows no tool outside of the namespaces that the key states', () => {
    expect(stage(tool(), {}, { namespaces: ['support'] })).toBeNull();
    expect(stage(tool(), {}, { namespaces: ['billing'] })).toBe('servable');
  });

  it('shows L4 to a hypothetical caller who asks for it', () => {
    const hypothetical = (max_risk?: 'L4') =>
      removedBy(
        tool({ risk_level: 'L4' }),
        reachOfHypothetical({ ...caller, ...(max_risk === undefined ? {} : { max_risk }) }),
      );
    expect(hypothetical('L4')).toBeNull();
    expect(hypothetical()).toBe('risk');
  });
});

const NAMES = ['a', 'b', 'c'];

const list = fc.oneof(fc.constant(['*']), fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }));

const tools = fc.array(
  fc
    .record({
      risk_level: fc.constantFrom(...RISK_LEVELS),
      allowed_roles: list,
      allowed_tenants: list,
      task_types: list,
      suspended: fc.boolean(),
      served: fc.boolean(),
    })
    .map(({ suspended, served, ...policy }) => tool(policy, { suspended, served })),
  { maxLength: 12 },
);

const callers = fc.record({
  tenant: fc.constantFrom(...NAMES),
  roles: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
  task_type: fc.constantFrom(...NAMES),
  max_risk: fc.constantFrom(...RISK_LEVELS),
});

const has = (list: readonly string[], names: readonly string[]) =>
  list[0] === '*' || list.some((name) => names.includes(name));

describe('any catalog and caller', () => {
  it('gives exactly the tools that the rules let through, in their order', () => {
    fc.assert(
      fc.property(tools, callers, (catalog, asked) => {
        const expected = catalog.filter(
          ({ suspended, served, policy }) =>
            !suspended &&
            served &&
            has(policy.allowed_roles, asked.roles) &&
            has(policy.allowed_tenants, [asked.tenant]) &&
            has(policy.task_types, [asked.task_type]) &&
            policy.risk_level <= asked.max_risk,
        );
        expect(select(catalog, reachOfRequest(asked, { ...grant, tenants: ['*'] }))).toEqual(
          expected,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('explains each tool by the stage that select went by', () => {
    fc.assert(
      fc.property(tools, callers, (catalog, asked) => {
        const reach = reachOfHypothetical(asked);
        const { stages, tools: explained } = explain(catalog, reach);
        expect(stages.map(({ stage: name }) => name)).toEqual([...STAGES]);
        const left = stages.map((entry) => entry.left);
        expect(left).toEqual([...left].sort((one, other) => other - one));
        expect(left.at(-1)).toBe(select(catalog, reach).length);
        expect(explained.map(({ removed_by }) => removed_by)).toEqual(
          catalog.map((entry) => removedBy(entry, reach)),
        );
        expect(explained.every(({ why }) => why !== '')).toBe(true);
      }),
    );
  });
});

describe('an explanation', () => {
  it('counts what is left after each stage and says why each tool fell', () => {
    const { stages, tools: explained } = explain(
      [
        tool(),
        tool({}, { suspended: true }),
        tool({ allowed_roles: [] }),
        tool({ allowed_tenants: ['umbrella'] }),
        tool({ risk_level: 'L3' }),
      ],
      reachOfHypothetical(caller),
    );
    expect(stages.map(({ left }) => left)).toEqual([4, 3, 2, 2, 1]);
    expect(explained.map(({ why }) => why)).toEqual([
      'a candidate',
      'the tool or its namespace is suspended',
      'allowed_roles is empty, which admits nobody',
      'allowed_tenants does not hold acme',
      'L3 is above L2',
    ]);
  });
});
