import fc from 'fast-check';
import { forEachBit, type Mask } from '../../bits/mask.js';
import type { State } from '../../lifecycle/state.js';
import { RISK_LEVELS } from '../../policy/policy.js';
import type { ServableVersion } from '../../versions/served.js';
import { parseVersion } from '../../versions/version.js';
import { eligible, rankedAmong, type AskedRequest, type CatalogTool } from '../offer.js';
import { readCandidateRequest } from '../request.js';
import { CatalogSnapshot } from './catalog-snapshot.js';

type Tool = CatalogTool<ServableVersion>;

const versionOf = (text: string) => {
  const version = parseVersion(text);
  if (version === null) throw new Error(text);
  return version;
};

const IDS = ['a.one', 'a.two', 'b.one', 'b.two', 'c'];
const names = (...all: string[]) => fc.oneof(fc.constant(['*']), fc.subarray(all));

const version = fc.record({
  version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0-rc.1', '2.0.0').map(versionOf),
  state: fc.constantFrom<State>('enabled', 'enabled', 'deprecated'),
  rollout: fc.record({ percent: fc.constantFrom(0, 50, 100, 100), salt: fc.constant('') }),
});

const tool: fc.Arbitrary<Tool> = fc.record({
  tool_id: fc.constantFrom(...IDS),
  suspended: fc.constantFrom(false, false, true),
  presentation_version: fc.nat(2),
  policy: fc.record({
    risk_level: fc.constantFrom(...RISK_LEVELS),
    requires_approval: fc.boolean(),
    allowed_roles: names('operator', 'viewer'),
    allowed_tenants: names('acme', 'globex'),
    task_types: names('support', 'sales'),
  }),
  versions: fc.uniqueArray(version, {
    minLength: 1,
    maxLength: 3,
    selector: ({ version: { text } }) => text,
  }),
});

const change = fc.oneof(
  { weight: 4, arbitrary: tool },
  { weight: 1, arbitrary: fc.constantFrom(...IDS) },
);

const request: fc.Arbitrary<AskedRequest> = fc
  .record(
    {
      roles: fc.subarray(['operator', 'viewer'], { minLength: 1 }),
      task_type: fc.constantFrom('support', 'sales'),
      tenant: fc.constantFrom('acme', 'globex'),
      max_risk: fc.constantFrom(...RISK_LEVELS),
      session: fc.constantFrom('s-1', 's-2', 's-3'),
      pins: fc.dictionary(fc.constantFrom(...IDS), fc.constantFrom('^1', '2.0.0-rc.1', '>=3'), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    },
    { requiredKeys: ['roles', 'task_type', 'tenant'] },
  )
  .map((body) => {
    const reading = readCandidateRequest({ ...body });
    if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
    return { ...reading.request, tenant: body.tenant };
  });

const GRANT = {
  permissions: ['candidates'],
  roles: ['operator', 'viewer'],
  tenants: ['acme', 'globex'],
  namespaces: ['a', 'b'],
  max_risk: 'L4',
} as const;

const said = (offers: readonly { tool: Tool; version: ServableVersion }[]) =>
  offers.map((offer) => [offer.tool.tool_id, offer.version.version.text]);

describe('the snapshot', () => {
  it('answers as the filter over the tools that are left, whatever came and went', () => {
    let answered = 0;
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 25 }),
        fc.array(request, { minLength: 1, maxLength: 5 }),
        (changes, requests) => {
          const snapshot = new CatalogSnapshot<ServableVersion, Tool>(
            (one, { version: { text } }) => `${text} ${one.presentation_version}`,
          );
          const catalog = new Map<string, Tool>();
          // What they were answered before may be remembered, and is worth nothing after a change.
          const askAgain = () => {
            for (const asked of [...requests, ...requests]) snapshot.eligible(asked, GRANT);
          };
          for (const one of changes) {
            if (one === changes.at(-1)) askAgain();
            if (typeof one === 'string') {
              snapshot.remove(one);
              catalog.delete(one);
            } else {
              snapshot.put(one);
              catalog.set(one.tool_id, one);
            }
          }
          const tools = IDS.flatMap((id) => catalog.get(id) ?? []);
          const at = (mask: Mask) => {
            const offers: { tool: Tool; version: ServableVersion }[] = [];
            forEachBit(mask, (slot) => {
              const offer = snapshot.offers[slot];
              if (offer === undefined) throw new Error(`slot ${slot} stands for nothing`);
              offers.push(offer);
            });
            return said(offers).sort();
          };
          for (const asked of requests) {
            const expected = eligible(tools, asked, GRANT);
            const found = snapshot.eligible(asked, GRANT);
            answered += expected.length;
            expect(found.count).toBe(expected.length);
            expect(said(found.first(200))).toEqual(said(expected));
            expect(said(found.first(1))).toEqual(said(expected.slice(0, 1)));
            expect(at(found.survivors(snapshot.offers.length))).toEqual(said(expected).sort());
            const among = rankedAmong(tools, asked, GRANT);
            expect(at(snapshot.rankedAmong(asked, GRANT))).toEqual(said(among).sort());
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  it('keeps the slot of a version while its texts stay the same, and never uses one again', () => {
    fc.assert(
      fc.property(fc.array(tool, { minLength: 2, maxLength: 12 }), (tools) => {
        const textOf = (one: Tool, { version: { text } }: ServableVersion) =>
          `${text} ${one.presentation_version}`;
        const snapshot = new CatalogSnapshot<ServableVersion, Tool>(textOf);
        const meaning = new Map<number, string>();
        for (const one of tools) {
          snapshot.put(one);
          snapshot.offers.forEach((offer, slot) => {
            if (offer === undefined) return;
            const says = `${offer.tool.tool_id} ${textOf(offer.tool, offer.version)}`;
            expect(meaning.get(slot) ?? says).toBe(says);
            meaning.set(slot, says);
          });
        }
      }),
    );
  });

  describe('remembers what a reach was answered', () => {
    const asking = (body: object): AskedRequest => {
      const known = { tenant: 'acme', task_type: 'support', roles: ['operator'] };
      const reading = readCandidateRequest({ ...known, ...body });
      if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
      return { ...reading.request, tenant: 'acme' };
    };
    const partly = (toolId: string, tenant: string): Tool => ({
      tool_id: toolId,
      suspended: false,
      presentation_version: 1,
      policy: {
        risk_level: 'L0',
        requires_approval: false,
        allowed_roles: ['*'],
        allowed_tenants: [tenant],
        task_types: ['*'],
      },
      versions: [
        { version: versionOf('1.0.0'), state: 'enabled', rollout: { percent: 100, salt: '' } },
        { version: versionOf('2.0.0'), state: 'enabled', rollout: { percent: 50, salt: '' } },
      ],
    });
    const snapshot = new CatalogSnapshot<ServableVersion, Tool>((_, { version: { text } }) => text);
    snapshot.put(partly('a.one', 'acme'));
    snapshot.put(partly('a.two', 'globex'));
    const usual = () => snapshot.eligible(asking({}), GRANT);
    usual();

    it('from the second time on', () => {
      const asked = asking({ task_type: 'sales' });
      const answers = [1, 2, 3].map(() => snapshot.eligible(asked, GRANT));
      expect(answers.map((answer) => answer === answers[2])).toEqual([false, true, true]);
    });

    it('whatever way the same roles are stated', () => {
      snapshot.eligible(asking({ roles: ['viewer', 'operator'] }), GRANT);
      const both = snapshot.eligible(asking({ roles: ['operator', 'viewer'] }), GRANT);
      expect(both).not.toBe(usual());
      const roles = ['viewer', 'operator', 'viewer'];
      expect(snapshot.eligible(asking({ roles }), GRANT)).toBe(both);
      const many = [...Array<string>(1000).keys()].map((at) =>
        at % 2 === 0 ? 'viewer' : 'operator',
      );
      expect(snapshot.eligible(asking({ roles: many }), GRANT)).toBe(both);
    });

    it('but nothing that it takes a page to state', () => {
      const roles = [...Array(100).keys()].map((at) => `operator-${at}`);
      const long = asking({ roles });
      expect(snapshot.eligible(long, GRANT)).not.toBe(snapshot.eligible(long, GRANT));
      expect(usual()).toBe(usual());
    });

    it('also for pins of tools that the caller does not see, whether or not there are any', () => {
      for (const toolId of ['a.two', 'a.three']) {
        expect(snapshot.eligible(asking({ pins: { [toolId]: '2.0.0' } }), GRANT)).toBe(usual());
      }
      expect(snapshot.moves(asking({ pins: { 'a.two': '2.0.0' } }), usual().within)).toEqual([]);
    });

    it('also for sessions for which nothing that the caller sees is another version', () => {
      const sessions = [...Array(20).keys()].map((at) => asking({ session: `s-${at}` }));
      const answers = sessions.map((asked) => snapshot.eligible(asked, GRANT));
      const versions = answers.map((answer) => answer.first(1)[0]?.version.version.text);
      expect(new Set(versions)).toEqual(new Set(['1.0.0', '2.0.0']));
      answers.forEach((answer, at) => expect(answer === usual()).toBe(versions[at] === '1.0.0'));
    });
  });
});
