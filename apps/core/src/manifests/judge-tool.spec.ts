import { readManifest } from '../contract/read-manifest.js';
import type { JsonObject } from '../json/value.js';
import { DEFAULT_LINT } from '../lint/lint-settings.js';
import type { LintWaiver } from '../lint/waivers.js';
import { judgeTool } from './judge-tool.js';

const judged = (more: JsonObject, waivers: readonly LintWaiver[] = []) => {
  const reading = readManifest({
    description: 'Look one thing up.',
    input_schema: { type: 'object', additionalProperties: false },
    output_schema: { type: 'object', additionalProperties: false },
    side_effect: false,
    idempotent: true,
    timeout_ms: 1000,
    errors: [{ code: 'ABSENT', retryable: false }],
    target: { kind: 'none' },
    ...more,
  });
  if (!reading.ok) throw new Error('the manifest can be read');
  const now = new Date('2026-06-01T00:00:00Z');
  return judgeTool(reading.manifest, { toolId: 'a.b', lint: DEFAULT_LINT, waivers, now });
};

describe('a manifest without a catalog', () => {
  it('has nothing said of it where it is as it should be', () => {
    expect(judged({})).toEqual({
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      findings: [],
    });
  });

  it('has findings that its repository answers for, under the same digest', () => {
    const waiver = { rule: 'timeout-too-long', owner: 'a', reason: 'b', expires: '2026-06-01' };
    const long = { timeout_ms: 70_000 };
    const { digest, findings } = judged(long, [waiver]);
    expect(findings).toMatchObject([{ code: 'timeout-too-long', waived: { owner: 'a' } }]);
    expect(digest).toBe(judged(long).digest);
    expect(judged(long, [{ ...waiver, expires: '2026-05-31' }]).findings).toMatchObject([
      { kind: 'waiver', level: 'error', code: 'waiver-expired', path: '/waivers/0' },
      { code: 'timeout-too-long', waived: null },
    ]);
    expect(judged({}, [waiver]).findings).toMatchObject([
      { kind: 'waiver', level: 'note', code: 'waiver-unused', path: '/waivers/0' },
    ]);
  });

  it('is refused for what every catalog refuses, with the place', () => {
    const { findings } = judged({
      input_schema: { type: 'object', properties: { a: { $ref: '#/$defs/no' } } },
      annotations: { readOnlyHint: true, destructiveHint: true },
      policy: {
        risk_level: 'L3',
        requires_approval: false,
        allowed_roles: ['a'],
        allowed_tenants: ['*'],
        task_types: ['x'],
      },
    });
    expect(findings.filter(({ kind }) => kind === 'refused')).toEqual([
      expect.objectContaining({ path: '/input_schema/properties/a/$ref', level: 'error' }),
      expect.objectContaining({ path: '/policy/requires_approval', code: 'approval-required' }),
      expect.objectContaining({ path: '/annotations/destructiveHint', code: 'contradicts-field' }),
    ]);
  });

  it('is told the rules of good design that it misses', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: 'A.' } } };
    expect(judged({ input_schema: schema }).findings).toContainEqual(
      expect.objectContaining({
        kind: 'lint',
        level: 'warning',
        code: 'string-without-max-length',
        path: '/input_schema/properties/a',
      }),
    );
  });
});
