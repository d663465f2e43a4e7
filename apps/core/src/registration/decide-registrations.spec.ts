import fc from 'fast-check';
import type { Contract } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import type { Policy } from '../policy/policy.js';
import type { KnownVersion } from '../versions/known-version.js';
import { decideRegistrations, factsAround, type CatalogFacts } from './decide-registrations.js';
import type { RegistrationOffer } from './facts.js';
import type { Judge } from './judge.js';

const POLICY: Policy = {
  risk_level: 'L0',
  requires_approval: false,
  allowed_roles: ['*'],
  allowed_tenants: ['*'],
  task_types: ['*'],
};

const offerOf = (tool_id: string, version: string, more: Partial<Contract> = {}) => {
  const contract: Contract = {
    description: 'Answers what it is asked.',
    input_schema: { type: 'object' },
    side_effect: false,
    idempotent: true,
    timeout_ms: 1_000,
    target: { kind: 'none' },
    ...more,
  };
  return {
    tool_id,
    version,
    manifest: { contract, proposed: [], changes: [], policy: POLICY, owner: 'platform' },
    contract_digest: contractDigest(contract),
    refusals: [],
    lint: () => [],
  } satisfies RegistrationOffer;
};

const judgeOf = (): Judge<KnownVersion> => ({
  contractOf: () => {
    throw new Error('drafts are never compared with');
  },
  classify: () => ({ bump: 'none', findings: [], engine: '1.0.0' }),
  engine: '1.0.0',
});

const EMPTY: CatalogFacts = { tools: [], namespaces: [] };

const codesOf = (offers: readonly RegistrationOffer[]): string[] =>
  decideRegistrations(offers, EMPTY, judgeOf).map((decided) =>
    decided.outcome === 'refused' ? decided.refusal.code : decided.outcome,
  );

describe('registrations that are decided together', () => {
  it('see what those before them would have done', () => {
    expect(
      codesOf([
        offerOf('echo.say', '1.0.0'),
        offerOf('echo.say', '1.0.0'),
        offerOf('echo.say', '1.0.0+b', { timeout_ms: 2 }),
        offerOf('Echo.say', '1.0.0'),
        offerOf('ECHO.other', '1.0.0'),
        offerOf('echo.other', '1.0.0'),
      ]),
    ).toEqual([
      'created',
      'unchanged',
      'version-taken',
      'tool-id-taken',
      'tool-id-taken',
      'created',
    ]);
  });

  it('are refused where one version comes with two manifests, also when the first is refused', () => {
    const first = offerOf('echo.say', '1.0.0');
    const changes = [{ path: '/title', meaning: 'clarified' as const }];
    const others = [
      offerOf('echo.say', '1.0.0', { timeout_ms: 2 }),
      { ...first, manifest: { ...first.manifest, changes } },
      { ...first, manifest: { ...first.manifest, owner: 'others' } },
    ];
    for (const other of others) {
      expect(codesOf([first, offerOf('echo.say', '1.1.0', { title: 'x' }), other, first])).toEqual([
        'created',
        'created',
        'item-repeated',
        'unchanged',
      ]);
    }
    expect(codesOf([offerOf('a.b', 'latest'), offerOf('a.b', 'latest', { title: 'x' })])).toEqual([
      'version-not-semver',
      'item-repeated',
    ]);
  });

  it('see nothing of those that were refused', () => {
    const { manifest, ...rest } = offerOf('echo.say', '1.0.0');
    const { contract, proposed, changes } = manifest;
    const bare: RegistrationOffer = { ...rest, manifest: { contract, proposed, changes } };
    expect(codesOf([bare, bare, offerOf('ECHO.say', '1.0.0')])).toEqual([
      'policy-missing',
      'policy-missing',
      'created',
    ]);
  });

  it('never accept two spellings of one id, in whatever order', () => {
    const ids = fc.constantFrom('a.x', 'A.x', 'a.X', 'b.x', 'B.y', 'b.y', 'a', 'A');
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 12 }), (toolIds) => {
        const offers = toolIds.map((toolId) => offerOf(toolId, '1.0.0'));
        const accepted = decideRegistrations(offers, EMPTY, judgeOf).flatMap((decided, index) =>
          decided.outcome === 'refused' ? [] : [toolIds[index] ?? ''],
        );
        const namespaces = accepted.map((toolId) => toolId.split('.')[0] ?? '');
        for (const names of [accepted, namespaces]) {
          const spellings = new Set(names);
          const keys = new Set(names.map((name) => name.toLowerCase()));
          expect(spellings.size).toBe(keys.size);
        }
      }),
    );
  });

  it('do not take the versions of another spelling for their own', () => {
    const [created] = decideRegistrations([offerOf('echo.say', '1.0.0')], EMPTY, judgeOf);
    if (created === undefined || created.outcome === 'refused' || created.tool === null) {
      throw new Error('the first registration was refused');
    }
    const stored = {
      tools: [{ tool_id: 'echo.say', tool: created.tool, versions: [] }],
      namespaces: ['echo'],
    };
    expect(factsAround(stored, 'echo.SAY')).toMatchObject({
      spelling: { tool_id: 'echo.say', namespace: 'echo' },
      versions: [],
    });
  });
});
