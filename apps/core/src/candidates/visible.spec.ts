import fc from 'fast-check';
import { STATES, type State } from '../lifecycle/state.js';
import { beyondGrant } from '../policy/beyond-grant.js';
import type { Grant } from '../policy/grant.js';
import { RISK_LEVELS, type Policy } from '../policy/policy.js';
import { parseRange } from '../versions/range.js';
import { number } from '../versions/sample-offer.js';
import { servedVersion, type ServableVersion } from '../versions/served.js';
import { tool } from './sample-tool.js';
import { reachOfRequest, removedBy } from './select.js';
import { isVisible, listedVersion, visibleVersions, type ViewedTool } from './visible.js';

const at = (text: string, state: State = 'enabled', percent = 100): ServableVersion => ({
  version: number(text),
  state,
  rollout: { percent, salt: '' },
});

const viewed = (
  versions: readonly ServableVersion[],
  policy: Partial<Policy> = {},
  suspended = false,
): ViewedTool<ServableVersion> => {
  const { tool_id, policy: whole } = tool(policy);
  return { tool_id, suspended, policy: whole, versions };
};

const agent: Grant = { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] };

const visible = (...args: Parameters<typeof viewed>) => isVisible(viewed(...args), agent);

describe('a key that holds only candidates', () => {
  it('sees a tool that some request of it could be served', () => {
    expect(visible([at('1.0.0')])).toBe(true);
    expect(visible([at('1.0.0', 'deprecated')])).toBe(true);
    expect(visible([at('1.0.0-rc.1')])).toBe(true);
    expect(visible([at('1.0.0', 'enabled', 1)])).toBe(true);
  });

  it('sees no tool that none could be served', () => {
    expect(visible([])).toBe(false);
    expect(visible([at('1.0.0', 'draft'), at('2.0.0', 'disabled')])).toBe(false);
    expect(visible([at('1.0.0', 'enabled', 0)])).toBe(false);
    expect(visible([at('1.0.0')], {}, true)).toBe(false);
    expect(visible([at('1.0.0')], { allowed_tenants: ['umbrella'] })).toBe(false);
    expect(visible([at('1.0.0')], { task_types: [] })).toBe(false);
    expect(visible([at('1.0.0')], { risk_level: 'L3' })).toBe(false);
  });

  it('sees the same of a tool that reads what is asked of it when it is asked', () => {
    class ReadLate implements ViewedTool<ServableVersion> {
      constructor(private readonly whole: ViewedTool<ServableVersion>) {}
      get tool_id() {
        return this.whole.tool_id;
      }
      get suspended() {
        return this.whole.suspended;
      }
      get policy() {
        return this.whole.policy;
      }
      get versions() {
        return this.whole.versions;
      }
    }
    const late = (...args: Parameters<typeof viewed>) =>
      isVisible(new ReadLate(viewed(...args)), agent);
    expect(late([at('1.0.0')])).toBe(true);
    expect(late([at('1.0.0')], {}, true)).toBe(false);
    expect(late([at('1.0.0')], { risk_level: 'L3' })).toBe(false);
  });

  it('sees whatever task type a tool is for, up to its ceiling', () => {
    const high = { ...agent, max_risk: 'L4' } as const;
    const risky = viewed([at('1.0.0')], { risk_level: 'L4', task_types: ['payments'] });
    expect(isVisible(risky, high)).toBe(true);
    expect(isVisible(risky, agent)).toBe(false);
  });

  it('sees nothing without a tenant or a role', () => {
    const open = viewed([at('1.0.0')], { allowed_roles: ['*'], allowed_tenants: ['*'] });
    expect(isVisible(open, agent)).toBe(true);
    expect(isVisible(open, { permissions: ['candidates'], tenants: ['acme'] })).toBe(false);
    expect(isVisible(open, { permissions: ['candidates'], roles: ['*'] })).toBe(false);
    expect(isVisible(open, { permissions: ['read'], tenants: ['*'], roles: ['*'] })).toBe(false);
  });

  it('gets answers about enabled and deprecated versions only', () => {
    const shown = visibleVersions(STATES.map((state) => at('1.0.0', state)));
    expect(shown.map(({ state }) => state)).toEqual(['enabled', 'deprecated']);
  });
});

describe('the version that stands for a tool in a list', () => {
  const listed = (...versions: ServableVersion[]) =>
    listedVersion(viewed(versions))?.version.text ?? null;

  it('is the one served without pin and session', () => {
    expect(listed(at('1.0.0'), at('2.0.0', 'enabled', 50), at('3.0.0', 'deprecated'))).toBe(
      '1.0.0',
    );
  });

  it('is another one in force where that is none', () => {
    expect(listed(at('2.0.0', 'enabled', 50), at('3.0.0-rc.1'))).toBe('2.0.0');
    expect(listed(at('3.0.0-rc.1'), at('3.0.0-rc.2'))).toBe('3.0.0-rc.2');
    expect(listed(at('1.0.0', 'draft'))).toBeNull();
  });
});

const NAMES = ['a', 'b', 'c'];

const list = fc.oneof(fc.constant(['*']), fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }));

const grants: fc.Arbitrary<Grant> = fc.record(
  {
    permissions: fc.constantFrom<Grant['permissions']>(['candidates'], ['admin']),
    tenants: list,
    roles: list,
    namespaces: fc.constantFrom(['*'], ['support'], ['billing']),
    max_risk: fc.constantFrom(...RISK_LEVELS),
  },
  { requiredKeys: ['permissions'] },
);

const viewedTools = fc
  .record({
    risk_level: fc.constantFrom(...RISK_LEVELS),
    allowed_roles: list,
    allowed_tenants: list,
    task_types: list,
    states: fc.array(fc.tuple(fc.constantFrom(...STATES), fc.constantFrom(0, 100)), {
      maxLength: 2,
    }),
  })
  .map(({ states, ...policy }) =>
    viewed(
      states.map(([state, percent], index) => at(`1.${index}.0`, state, percent)),
      policy,
    ),
  );

/** Every request over a few names, `z` standing for those that nobody wrote. */
const REQUESTS = [...NAMES, 'z'].flatMap((tenant) =>
  [...NAMES, 'z'].flatMap((role) =>
    [...NAMES, 'z'].flatMap((task_type) =>
      RISK_LEVELS.map((max_risk) => ({ tenant, roles: [role], task_type, max_risk })),
    ),
  ),
);

describe('any grant and tool', () => {
  it('is visible exactly where some request within the grant is served it', () => {
    fc.assert(
      fc.property(viewedTools, grants, (shown, granted) => {
        const pins = [undefined, ...shown.versions.map(({ version }) => version.text)];
        const served = pins.some((pin) => {
          const range = pin === undefined ? null : parseRange(pin);
          const choice = { tool_id: shown.tool_id, ...(range === null ? {} : { pin: range }) };
          return servedVersion(shown.versions, choice) !== null;
        });
        const reached = REQUESTS.some(
          (asked) =>
            beyondGrant(granted, asked).length === 0 &&
            removedBy({ ...shown, served }, reachOfRequest(asked, granted)) === null,
        );
        expect(isVisible(shown, granted)).toBe(reached);
      }),
      { numRuns: 500 },
    );
  });
});
