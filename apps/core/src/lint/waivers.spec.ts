import { shapeFaults } from '../schema/shape.js';
import type { LintFinding } from './lint.js';
import { WAIVERS_SCHEMA, withWaivers, type LintWaiver } from './waivers.js';

const found = (path: string, rule = 'errors-missing'): LintFinding => ({
  rule,
  level: 'warning',
  profile: null,
  path,
  message: 'm',
  remedy: 'r',
});

const waiver = (more: Partial<LintWaiver> = {}): LintWaiver => ({
  rule: 'errors-missing',
  owner: 'desk-team',
  reason: 'the upstream lists none',
  expires: '2026-06-30',
  ...more,
});

const on = (day: string) => new Date(`${day}T23:59:59Z`);

const covered = (findings: readonly LintFinding[], waivers: readonly LintWaiver[], day: string) =>
  withWaivers(findings, waivers, on(day)).findings.map((each) => each.waiver !== null);

describe('a waiver of a finding', () => {
  it('covers its rule at its place and below, and nothing else', () => {
    const findings = [found('/a'), found('/a/b'), found('/ab'), found('/a', 'timeout-too-long')];
    expect(covered(findings, [waiver({ path: '/a' })], '2026-06-01')).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(covered(findings, [waiver()], '2026-06-01')).toEqual([true, true, true, false]);
  });

  it('holds through its last day, covers nothing after it, and is told then', () => {
    expect(withWaivers([found('/a')], [waiver()], on('2026-06-30'))).toMatchObject({
      findings: [{ waiver: { owner: 'desk-team' } }],
      expired: [],
      unused: [],
    });
    expect(withWaivers([found('/a')], [waiver()], on('2026-07-01'))).toMatchObject({
      findings: [{ waiver: null }],
      expired: [0],
      unused: [],
    });
  });

  it('is told where it covers nothing', () => {
    const waivers = [waiver(), waiver({ path: '/nowhere' })];
    expect(withWaivers([found('/a')], waivers, on('2026-06-01')).unused).toEqual([1]);
  });

  it('names a rule that exists, an owner, a reason and a day', () => {
    const bad = [
      { ...waiver(), rule: 'beauty', expires: '2026-13-01' },
      { rule: 'errors-missing' },
    ];
    expect(shapeFaults(WAIVERS_SCHEMA, bad).map(({ pointer }) => pointer)).toEqual([
      '/0/expires',
      '/0/rule',
      '/1/expires',
      '/1/owner',
      '/1/reason',
    ]);
  });
});
