import { readManifest } from '../contract/read-manifest.js';
import type { JsonObject } from '../json/value.js';
import { judgeTool } from './judge-tool.js';

const judged = (more: JsonObject) => {
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
  return judgeTool(reading.manifest);
};

describe('a manifest without a catalog', () => {
  it('has nothing said of it where it is as it should be', () => {
    expect(judged({})).toEqual({
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      findings: [],
    });
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
