import type { Contract, Manifest } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import type { State } from '../lifecycle/state.js';
import type { Policy } from '../policy/policy.js';
import type { Refusal } from '../problems/refusal.js';
import { parseVersion } from '../versions/version.js';
import { decideRegistration, type RegistrationOptions } from './decide-registration.js';
import type {
  RegisteredTool,
  RegisteredVersion,
  RegistrationFacts,
  RegistrationOffer,
} from './facts.js';
import type { Judge } from './judge.js';

const CONTRACT: Contract = {
  description: 'Answers what it is asked.',
  input_schema: { type: 'object' },
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
};

const POLICY: Policy = {
  risk_level: 'L0',
  requires_approval: false,
  allowed_roles: ['*'],
  allowed_tenants: ['*'],
  task_types: ['*'],
};

const TOOL: RegisteredTool = {
  policy: POLICY,
  owner: 'platform',
  example_queries: [],
  aliases: [],
  ever_left_draft: true,
};

const digestOf = (more: Partial<Contract> = {}) => contractDigest({ ...CONTRACT, ...more });

const offerOf = (
  version: string,
  contract: Partial<Contract> = {},
  more: Partial<Manifest> & { refusals?: readonly Refusal[] } = {},
): RegistrationOffer => {
  const { refusals = [], ...manifest } = more;
  const whole: Contract = { ...CONTRACT, ...contract };
  return {
    tool_id: 'echo.say',
    version,
    manifest: { contract: whole, proposed: [], changes: [], ...manifest },
    contract_digest: contractDigest(whole),
    refusals,
    lint: () => [],
  };
};

const versionOf = (
  text: string,
  state: State,
  contract: Partial<Contract> = {},
): RegisteredVersion => {
  const version = parseVersion(text);
  if (version === null) throw new Error(`${text} is no version`);
  const ever_enabled = state === 'enabled' || state === 'deprecated';
  const contract_digest = digestOf(contract);
  return { version, state, ever_enabled, retracted: false, contract_digest, changes: [] };
};

const factsOf = (
  versions: readonly RegisteredVersion[],
  more: Partial<RegistrationFacts<RegisteredVersion>> = {},
): RegistrationFacts<RegisteredVersion> => ({
  tool: TOOL,
  spelling: { tool_id: 'echo.say', namespace: 'echo' },
  versions,
  ...more,
});

const NEW_TOOL = { tool: null, spelling: { tool_id: null, namespace: null } };

/** A raised timeout takes a patch, everything else a major. */
const JUDGE: Judge<RegisteredVersion> = {
  contractOf: () => ({ contract: CONTRACT, changes: [] }),
  classify: (before, after) => ({
    bump: before.side_effect === after.side_effect ? 'patch' : 'major',
    findings: [],
    engine: '1.0.0',
  }),
  engine: '1.0.0',
};

const decide = (
  offer: RegistrationOffer,
  facts: RegistrationFacts<RegisteredVersion>,
  options: RegistrationOptions = {},
) => decideRegistration(offer, facts, JUDGE, options);

const codeOf = (...args: Parameters<typeof decide>): string => {
  const decided = decide(...args);
  return decided.outcome === 'refused' ? decided.refusal.code : decided.outcome;
};

const INVALID: Refusal = { code: 'schema-invalid', message: 'no', errors: [] };

describe('what a registration becomes', () => {
  it('creates the first version of a tool with its policy and presentation', () => {
    const offer = offerOf('1.0.0', {}, { policy: POLICY, owner: 'platform' });
    expect(decide(offer, factsOf([], NEW_TOOL))).toMatchObject({
      outcome: 'created',
      replaces: null,
      tool: { ...TOOL, ever_left_draft: false },
      policyChanges: true,
      updated: [],
      check: { baseline: null, allowed: true },
    });
  });

  it('creates a draft beside others, judged against the promise below it', () => {
    const facts = factsOf([versionOf('1.0.0', 'enabled'), versionOf('1.1.0', 'draft')]);
    expect(decide(offerOf('1.0.1', { timeout_ms: 2 }), facts)).toMatchObject({
      outcome: 'created',
      tool: null,
      check: { baseline: '1.0.0', declared_bump: 'patch', required_bump: 'patch' },
    });
  });

  it.each(['draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled'] as const)(
    'leaves a version in %s alone that holds this contract',
    (state) => {
      const decided = decide(offerOf('1.0.0'), factsOf([versionOf('1.0.0', state)]));
      expect(decided).toMatchObject({ outcome: 'unchanged', existing: '1.0.0', tool: null });
    },
  );

  it.each([
    ['draft', false, 'replaced'],
    ['draft', true, 'version-frozen'],
    ['review', false, 'version-frozen'],
    ['staging', false, 'version-frozen'],
    ['enabled', true, 'version-frozen'],
    ['deprecated', true, 'version-frozen'],
    ['disabled', false, 'version-frozen'],
  ] as const)('another contract over %s (enabled before: %s) is %s', (state, ever_enabled, is) => {
    const stored = { ...versionOf('1.0.0', state), ever_enabled };
    expect(codeOf(offerOf('1.0.0', { timeout_ms: 2 }), factsOf([stored]))).toBe(is);
  });

  it('names the digest that a replacement takes the place of', () => {
    const decided = decide(
      offerOf('1.0.0', { timeout_ms: 2 }),
      factsOf([versionOf('1.0.0', 'draft')]),
    );
    expect(decided).toMatchObject({ outcome: 'replaced', replaces: digestOf() });
  });

  it('refuses a step that is too small, with the verdict that says which would do', () => {
    const decided = decide(
      offerOf('1.1.0', { side_effect: true }),
      factsOf([versionOf('1.0.0', 'enabled')]),
    );
    expect(decided).toMatchObject({
      outcome: 'refused',
      refusal: { code: 'bump-too-small' },
      check: { allowed: false, minimum_version: '2.0.0', refusals: [] },
    });
  });

  it('takes a repeated contract for a refusal or for unchanged, as it is asked to', () => {
    const facts = factsOf([versionOf('1.0.0', 'enabled')]);
    expect(codeOf(offerOf('1.0.1'), facts)).toBe('nothing-changed');
    expect(decide(offerOf('1.0.1'), facts, { takeRepeats: true })).toMatchObject({
      outcome: 'unchanged',
      existing: '1.0.0',
    });
  });
});

describe('what a registration declares of a contract that is there already', () => {
  const changes = [{ path: '/title', meaning: 'clarified' as const }];
  const again = offerOf('1.0.1', { timeout_ms: 2 }, { changes });
  const stored = (state: State) => versionOf('1.0.1', state, { timeout_ms: 2 });
  const facts = (version: RegisteredVersion) => factsOf([versionOf('1.0.0', 'enabled'), version]);

  it('is judged anew and stored while the version is a draft', () => {
    expect(decide(again, facts(stored('draft')))).toMatchObject({
      outcome: 'unchanged',
      existing: '1.0.1',
      updated: ['/changes'],
      drift: [],
      redeclared: { check: { baseline: '1.0.0', required_bump: 'patch' } },
    });
  });

  it('may ask for another number', () => {
    const breaking = { ...stored('draft'), contract_digest: digestOf({ side_effect: true }) };
    const offer = offerOf('1.0.1', { side_effect: true }, { changes });
    expect(codeOf(offer, facts(breaking))).toBe('bump-too-small');
  });

  it.each(['review', 'staging', 'enabled', 'deprecated', 'disabled'] as const)(
    'only differs from what was declared in %s',
    (state) => {
      expect(decide(again, facts(stored(state)))).toMatchObject({
        outcome: 'unchanged',
        updated: [],
        drift: ['/changes'],
        redeclared: null,
      });
      expect(codeOf(again, facts(stored(state)), { refuseDrift: true })).toBe('drift');
    },
  );

  it('is nothing new where it is the same, or nothing at all', () => {
    const declared = { ...stored('draft'), changes };
    for (const offer of [again, offerOf('1.0.1', { timeout_ms: 2 })]) {
      const decided = decide(offer, facts(declared));
      expect(decided).toMatchObject({ outcome: 'unchanged', updated: [], redeclared: null });
    }
  });
});

describe('policy and presentation of a registration', () => {
  const manifest = { policy: { ...POLICY, risk_level: 'L1' as const }, owner: 'others' };
  const paths = ['/policy/risk_level', '/owner'];

  it('are taken while no version ever left draft, also with an unchanged contract', () => {
    const facts = factsOf([versionOf('1.0.0', 'draft')], {
      tool: { ...TOOL, ever_left_draft: false },
    });
    expect(decide(offerOf('1.0.0', {}, manifest), facts)).toMatchObject({
      outcome: 'unchanged',
      updated: paths,
      drift: [],
      policyChanges: true,
      presentationChanges: true,
      tool: { policy: manifest.policy, owner: 'others' },
    });
  });

  it('are only compared afterwards', () => {
    const facts = factsOf([versionOf('1.0.0', 'enabled')]);
    expect(decide(offerOf('1.0.0', {}, manifest), facts)).toMatchObject({
      outcome: 'unchanged',
      updated: [],
      drift: paths,
      tool: null,
    });
    expect(codeOf(offerOf('1.0.0', {}, manifest), facts, { refuseDrift: true })).toBe('drift');
  });

  it('never drift where they are taken', () => {
    const facts = factsOf([], { tool: { ...TOOL, ever_left_draft: false } });
    expect(codeOf(offerOf('1.0.0', {}, manifest), facts, { refuseDrift: true })).toBe('created');
  });

  it('stay as they are where the manifest is silent', () => {
    const facts = factsOf([], { tool: { ...TOOL, ever_left_draft: false } });
    expect(decide(offerOf('1.0.0'), facts)).toMatchObject({ tool: null, updated: [], drift: [] });
  });
});

describe('the order in which refusals answer', () => {
  const enabled = versionOf('1.0.0', 'enabled');
  const spelt = { tool_id: 'Echo.say', namespace: 'echo' };
  const drifting = { owner: 'others' };

  // Each row breaks everything that the rows below it break, and one thing more.
  it.each([
    ['tool-id-taken', '1.0.0+b', { refusals: [INVALID], ...drifting }, { spelling: spelt }],
    ['version-taken', '1.0.0+b', { refusals: [INVALID], ...drifting }, {}],
    ['schema-invalid', '1.0.0', { refusals: [INVALID], ...drifting }, {}],
    ['drift', '1.0.0', drifting, {}],
    ['version-frozen', '1.0.0', {}, {}],
  ])('has %s before what comes after it', (code, version, more, facts) => {
    const offer = offerOf(version, { side_effect: true }, more);
    expect(codeOf(offer, factsOf([enabled], facts), { refuseDrift: true })).toBe(code);
  });

  it('has a namespace in another spelling as a conflict of its own', () => {
    const facts = factsOf([], { tool: null, spelling: { tool_id: null, namespace: 'ECHO' } });
    expect(codeOf(offerOf('1.0.0'), facts)).toBe('tool-id-taken');
  });

  it('has what the manifest lacks before what is wrong with the number', () => {
    const facts = factsOf([], NEW_TOOL);
    expect(codeOf(offerOf('latest'), facts)).toBe('policy-missing');
    expect(codeOf(offerOf('latest', {}, { policy: POLICY }), facts)).toBe('owner-missing');
    const whole = { policy: POLICY, owner: 'platform' };
    expect(codeOf(offerOf('latest', {}, whole), facts)).toBe('version-not-semver');
  });

  it('says unchanged before it looks at the number, which may fit no longer', () => {
    const facts = factsOf([enabled, versionOf('1.0.1', 'draft', { side_effect: true })]);
    expect(codeOf(offerOf('1.0.1', { side_effect: true }), facts)).toBe('unchanged');
  });
});
