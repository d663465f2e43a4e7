import type { State } from '../lifecycle/state.js';
import type { Grant } from '../policy/grant.js';
import type { Policy } from '../policy/policy.js';
import { parseRange, type Range } from '../versions/range.js';
import { number } from '../versions/sample-offer.js';
import type { ServableVersion } from '../versions/served.js';
import { eligible, rankedAmong, type AskedRequest, type CatalogTool } from './offer.js';
import { tool } from './sample-tool.js';

const at = (text: string, state: State = 'enabled', percent = 100): ServableVersion => ({
  version: number(text),
  state,
  rollout: { percent, salt: '' },
});

const stored = (
  tool_id: string,
  versions: readonly ServableVersion[] = [at('1.0.0')],
  policy: Partial<Policy> = {},
): CatalogTool<ServableVersion> => ({
  tool_id,
  suspended: false,
  policy: tool(policy).policy,
  versions,
  presentation_version: 1,
});

const request: AskedRequest = {
  tenant: 'acme',
  roles: ['operator'],
  task_type: 'support',
  top_k: 20,
  format: 'native',
  detail: 'full',
  pins: new Map(),
};

const agent: Grant = {
  permissions: ['candidates'],
  tenants: ['acme', 'globex'],
  roles: ['operator', 'admin'],
  max_risk: 'L3',
};

const pinned = (toolId: string, range: string): AskedRequest => {
  const parsed = parseRange(range) as Range;
  return { ...request, pins: new Map([[toolId, parsed]]) };
};

const told = (offers: ReturnType<typeof eligible>): string[] =>
  offers.map(({ tool: { tool_id }, version: { version } }) => `${tool_id}@${version.text}`);

describe('the tools of a request', () => {
  const tools = [
    stored('a.plain'),
    stored('b.risky', undefined, { risk_level: 'L3' }),
    stored('c.sales', undefined, { task_types: ['sales'] }),
    stored('d.admin', undefined, { allowed_roles: ['admin'] }),
    stored('e.globex', undefined, { allowed_tenants: ['globex'] }),
    stored('f.partial', [at('1.0.0', 'enabled', 50)]),
    stored('g.two', [at('1.0.0'), at('2.0.0'), at('3.0.0', 'draft')]),
    stored('h.nobody', undefined, { allowed_roles: [] }),
  ];

  it('are those that pass the filter, as the version that it is served', () => {
    expect(told(eligible(tools, request, agent))).toEqual(['a.plain@1.0.0', 'g.two@2.0.0']);
    expect(told(eligible(tools, pinned('g.two', '^1'), agent))).toContain('g.two@1.0.0');
  });

  it('are ranked among all that the key could be shown for the tenant, and no other', () => {
    expect(told(rankedAmong(tools, request, agent))).toEqual([
      'a.plain@1.0.0',
      'b.risky@1.0.0',
      'c.sales@1.0.0',
      'd.admin@1.0.0',
      'f.partial@1.0.0',
      'g.two@2.0.0',
    ]);
  });

  it('are among those, in the same version, whatever was pinned', () => {
    const asked = pinned('g.two', '^1');
    expect(told(rankedAmong(tools, asked, agent))).toEqual(
      expect.arrayContaining(told(eligible(tools, asked, agent))),
    );
  });

  it('keep their place among the ranked where a pin leaves no version to serve', () => {
    const asked = pinned('g.two', '^9');
    expect(told(eligible(tools, asked, agent))).toEqual(['a.plain@1.0.0']);
    expect(told(rankedAmong(tools, asked, agent))).toContain('g.two@2.0.0');
  });
});
