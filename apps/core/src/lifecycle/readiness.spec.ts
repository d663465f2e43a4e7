import type { Contract } from '../contract/contract.js';
import { lintContract } from '../lint/lint.js';
import { DEFAULT_LINT } from '../lint/lint-settings.js';
import { LINT_RULES } from '../lint/rules.js';
import type { Policy } from '../policy/policy.js';
import { gatesInTheWay, type Waiver } from './gate.js';
import { BOUND_RULES, GATES, readinessOf, type ReadinessFacts } from './readiness.js';

const contract: Contract = {
  description: 'Opens a ticket.',
  input_schema: {
    type: 'object',
    properties: { subject: { type: 'string', maxLength: 120 } },
    additionalProperties: false,
  },
  output_schema: { type: 'object' },
  side_effect: true,
  idempotent: true,
  idempotency_key: { in: 'header', name: 'Idempotency-Key' },
  timeout_ms: 1000,
  errors: [{ code: 'FULL', retryable: true }],
  target: { kind: 'none' },
};

const policy: Policy = {
  risk_level: 'L3',
  requires_approval: true,
  allowed_roles: ['operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
};

const NOW = new Date('2026-06-01T00:00:00Z');

const facts = (over: Partial<ReadinessFacts> = {}): ReadinessFacts => ({
  contract,
  contract_digest: 'sha256:1',
  policy,
  lint: [],
  proposed: [],
  evidence: [
    { kind: 'test', contract_digest: 'sha256:1' },
    { kind: 'smoke', contract_digest: 'sha256:1' },
  ],
  waivers: [],
  authors: ['ann'],
  now: NOW,
  ...over,
});

const red = (over: Partial<ReadinessFacts>) =>
  readinessOf(facts(over))
    .filter(({ ok }) => !ok)
    .map(({ gate }) => gate);

const inTheWay = (over: Partial<ReadinessFacts>, moment: 'submit' | 'release') =>
  gatesInTheWay(readinessOf(facts(over)), moment).map(({ gate }) => gate);

const without = (...fields: (keyof Contract)[]): Contract => {
  const rest = { ...contract };
  for (const field of fields) delete rest[field];
  return rest;
};

describe('readiness', () => {
  it('lists every gate with a word, green ones too', () => {
    const gates = readinessOf(facts());
    expect(gates.map(({ gate }) => gate)).toEqual(Object.keys(GATES));
    expect(gates.every(({ ok, why }) => ok && why !== '')).toBe(true);
  });

  it('is red where a risky side effect has no idempotency_key', () => {
    const lacking = without('idempotency_key');
    expect(red({ contract: lacking })).toEqual(['idempotency-key']);
    expect(red({ contract: { ...lacking, side_effect: false } })).toEqual([]);
    expect(red({ contract: lacking, policy: { ...policy, risk_level: 'L2' } })).toEqual([]);
    expect(inTheWay({ contract: lacking }, 'submit')).toEqual(['idempotency-key']);
  });

  it('is red where approval is demanded and not set', () => {
    expect(red({ policy: { ...policy, requires_approval: false } })).toEqual(['approval-set']);
  });

  it('only warns of what is good to have', () => {
    const bare: Contract = {
      ...without('output_schema', 'errors'),
      input_schema: { type: 'object', properties: { subject: { type: 'string' } } },
    };
    const lint = lintContract(bare);
    expect(red({ contract: bare, lint })).toEqual([
      'schema-strict',
      'parameters-bounded',
      'timeout-and-errors',
      'output-schema',
    ]);
    expect(inTheWay({ contract: bare, lint }, 'release')).toEqual([]);
    expect(red({ lint: lintContract(contract) })).toEqual([]);
  });

  it('asks for nothing that a deployment lowered to a note', () => {
    const bare = { ...without('output_schema') };
    const lint = lintContract(bare, {
      ...DEFAULT_LINT,
      rules: new Map([['output-schema-missing', 'note' as const]]),
    });
    expect(red({ contract: bare, lint })).toEqual([]);
  });

  it('reads the lint by rules that exist', () => {
    const rules = LINT_RULES.map(({ id }) => id);
    expect(rules).toEqual(
      expect.arrayContaining([...BOUND_RULES, 'errors-missing', 'output-schema-missing']),
    );
    expect(rules.filter((rule) => Object.hasOwn(GATES, rule))).toEqual([]);
  });

  it('waits for a person to confirm what a converter guessed', () => {
    expect(inTheWay({ proposed: ['/timeout_ms'] }, 'submit')).toEqual(['values-confirmed']);
    expect(red({ proposed: ['/side_effect'] })).toEqual([
      'side-effects-declared',
      'values-confirmed',
    ]);
  });

  it('asks for evidence at release only, and for this contract only', () => {
    expect(inTheWay({ evidence: [] }, 'submit')).toEqual([]);
    expect(inTheWay({ evidence: [] }, 'release')).toEqual(['tests', 'smoke']);
    const old = [{ kind: 'test', contract_digest: 'sha256:0' }] as const;
    expect(inTheWay({ evidence: old }, 'release')).toEqual(['tests', 'smoke']);
  });

  it('has one more gate for each lint rule that found an error', () => {
    const finding = {
      rule: 'instructions-in-description',
      profile: null,
      remedy: 'r',
      message: 'm',
    };
    const lint = [1, 2, 3, 4, 5].map((index) => ({
      ...finding,
      level: 'error' as const,
      path: `/input_schema/properties/p${index}`,
    }));
    const warning = { ...finding, rule: 'other', level: 'warning' as const, path: '' };
    const gates = readinessOf(facts({ lint: [...lint, warning] })).slice(Object.keys(GATES).length);
    expect(gates.map(({ gate }) => gate)).toEqual(['instructions-in-description']);
    expect(gates[0]?.why).toContain('and 2 more');
    expect(inTheWay({ lint }, 'submit')).toEqual(['instructions-in-description']);
  });
});

describe('a waiver', () => {
  const waiver = (expires: string): Waiver => ({
    gate: 'idempotency-key',
    reason: 'the server is idempotent',
    granted_by: 'bob',
    expires_at: new Date(expires),
  });
  const lacking = without('idempotency_key');

  it('lets its gate pass while it is in force, which stays red', () => {
    const waivers = [waiver('2026-06-02T00:00:00Z')];
    expect(inTheWay({ contract: lacking, waivers }, 'release')).toEqual([]);
    const gate = readinessOf(facts({ contract: lacking, waivers })).find(({ ok }) => !ok);
    expect(gate?.why).toContain('waived by bob until 2026-06-02T00:00:00.000Z: the server is');
  });

  it('is nothing once it has expired, or for another gate', () => {
    expect(
      inTheWay({ contract: lacking, waivers: [waiver('2026-06-01T00:00:00Z')] }, 'release'),
    ).toEqual(['idempotency-key']);
    const other = { ...waiver('2026-06-02T00:00:00Z'), gate: 'tests' };
    expect(inTheWay({ contract: lacking, waivers: [other] }, 'release')).toEqual([
      'idempotency-key',
    ]);
  });

  it('is nothing from an author, also from one who became it afterwards', () => {
    const waivers = [waiver('2026-06-02T00:00:00Z')];
    expect(inTheWay({ contract: lacking, waivers, authors: ['ann', 'bob'] }, 'submit')).toEqual([
      'idempotency-key',
    ]);
  });

  it('is the one that lasts longest, where there are several', () => {
    const waivers = ['2026-07-01T00:00:00Z', '2026-09-01T00:00:00Z', '2026-08-01T00:00:00Z'];
    const [gate] = readinessOf(facts({ contract: lacking, waivers: waivers.map(waiver) })).filter(
      ({ ok }) => !ok,
    );
    expect(gate?.waived?.expires_at).toEqual(new Date('2026-09-01T00:00:00Z'));
  });
});
