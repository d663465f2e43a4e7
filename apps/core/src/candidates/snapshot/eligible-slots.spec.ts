import fc from 'fast-check';
import { forEachBit, type Mask } from '../../bits/mask.js';
import { RISK_LEVELS } from '../../policy/policy.js';
import { tool } from '../sample-tool.js';
import { removedBy, type FilteredTool, type Reach } from '../select.js';
import { EligibleSlots } from './eligible-slots.js';

const slotsIn = (mask: Mask): number[] => {
  const found: number[] = [];
  forEachBit(mask, (slot) => found.push(slot));
  return found;
};

const NAMES = ['a', 'b', 'c'];

const list = fc.oneof(
  fc.constant(['*']),
  fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
  fc.constant(['*', 'a']),
);

const tools: fc.Arbitrary<FilteredTool> = fc
  .record({
    namespace: fc.constantFrom('a', 'b', 'constructor'),
    risk_level: fc.constantFrom(...RISK_LEVELS),
    allowed_roles: list,
    allowed_tenants: list,
    task_types: list,
    suspended: fc.boolean(),
    served: fc.boolean(),
  })
  .map(({ namespace, suspended, served, ...policy }) =>
    tool(policy, { tool_id: `${namespace}.x`, suspended, served }),
  );

const reaches: fc.Arbitrary<Reach> = fc.record({
  namespaces: list,
  roles: list,
  tenants: list,
  task_types: list,
  max_risk: fc.constantFrom(...RISK_LEVELS),
});

const SLOTS = 200;

const changes = fc.array(fc.tuple(fc.nat(SLOTS - 1), fc.option(tools, { freq: 4 })), {
  maxLength: 60,
});

describe('the filter over a whole catalog', () => {
  it('names exactly the tools that the filter lets through, after any changes', () => {
    fc.assert(
      fc.property(changes, reaches, (applied, reach) => {
        const eligible = new EligibleSlots();
        const catalog = new Map<number, FilteredTool>();
        for (const [slot, changed] of applied) {
          eligible.apply(slot, changed, changed?.served);
          if (changed === null) catalog.delete(slot);
          else catalog.set(slot, changed);
        }
        const expected = [...catalog]
          .filter(([, entry]) => removedBy(entry, reach) === null)
          .map(([slot]) => slot)
          .sort((one, other) => one - other);
        expect(slotsIn(eligible.select(reach))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('does so for names of many tools, which leave as they came', () => {
    const eligible = new EligibleSlots();
    const reach: Reach = {
      namespaces: ['*'],
      roles: ['operator'],
      tenants: ['acme'],
      task_types: ['support'],
      max_risk: 'L2',
    };
    const all = [...Array(500).keys()];
    all.forEach((slot) => eligible.apply(slot, tool(), true));
    expect(slotsIn(eligible.select(reach))).toEqual(all);
    all.filter((slot) => slot % 7 !== 0).forEach((slot) => eligible.apply(slot, null));
    expect(slotsIn(eligible.select(reach))).toEqual(all.filter((slot) => slot % 7 === 0));
    eligible.apply(7, tool({}, { suspended: true }), true);
    expect(slotsIn(eligible.select(reach))).not.toContain(7);
    eligible.apply(7, tool(), true);
    expect(slotsIn(eligible.select(reach))).toContain(7);
  });

  it('gives each caller a mask of its own', () => {
    const eligible = new EligibleSlots();
    eligible.apply(0, tool(), true);
    const reach: Reach = {
      namespaces: ['*'],
      roles: ['*'],
      tenants: ['*'],
      task_types: ['*'],
      max_risk: 'L4',
    };
    eligible.select(reach).fill(0);
    expect(slotsIn(eligible.select(reach))).toEqual([0]);
  });
});
