import type { JsonObject } from '../json/value.js';
import type { Policy } from '../policy/policy.js';
import { checkManifest } from './check-manifest.js';
import type { Contract, Manifest } from './contract.js';

const contract: Contract = {
  description: 'Create a ticket.',
  input_schema: { type: 'object' },
  side_effect: true,
  idempotent: false,
  timeout_ms: 5000,
  target: { kind: 'none' },
};

const policy: Policy = {
  risk_level: 'L3',
  requires_approval: true,
  allowed_roles: ['operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
};

const refusals = (change: Partial<Contract>, more: Partial<Manifest> = {}): string[] =>
  checkManifest({
    contract: { ...contract, ...change },
    proposed: [],
    changes: [],
    ...more,
  }).flatMap(({ code, errors }) => errors.map((error) => `${code} ${error.pointer} ${error.code}`));

describe('checking a manifest', () => {
  it('finds nothing against a sound one', () => {
    expect(refusals({}, { policy })).toEqual([]);
  });

  it('points at faults in both schemas', () => {
    expect(
      refusals({ input_schema: {}, output_schema: { properties: { a: { pattern: '(' } } } }),
    ).toEqual([
      'schema-invalid /input_schema root-not-object',
      'schema-invalid /output_schema/properties/a/pattern pattern-invalid',
    ]);
    expect(refusals({ output_schema: true })).toEqual([]);
  });

  it('refuses a policy that breaks the rules of its risk level', () => {
    const loose: Policy = { ...policy, requires_approval: false, allowed_roles: ['*'] };
    expect(refusals({}, { policy: loose })).toEqual([
      'policy-invalid /policy/allowed_roles roles-not-named',
      'policy-invalid /policy/requires_approval approval-required',
    ]);
  });

  it.each<[boolean, boolean, JsonObject, string[]]>([
    [false, true, { destructiveHint: true }, ['/annotations/destructiveHint']],
    [true, true, { readOnlyHint: true }, ['/annotations/readOnlyHint']],
    [true, false, { idempotentHint: true }, ['/annotations/idempotentHint']],
    [true, true, { destructiveHint: false, idempotentHint: false, readOnlyHint: false }, []],
    [false, false, { readOnlyHint: false, openWorldHint: true, category: 'x' }, []],
    [true, true, { destructiveHint: true, idempotentHint: true }, []],
  ])(
    'with side_effect %s and idempotent %s takes the hints %j but for %j',
    (side_effect, idempotent, annotations, pointers) => {
      expect(refusals({ side_effect, idempotent, annotations })).toEqual(
        pointers.map((at) => `annotations-contradict ${at} contradicts-field`),
      );
    },
  );

  it('lists refusals of different kinds together', () => {
    const codes = refusals(
      { input_schema: { $ref: '#' }, annotations: { readOnlyHint: true } },
      { policy: { ...policy, requires_approval: false } },
    ).map((line) => line.split(' ')[0]);
    expect(codes).toEqual(['schema-invalid', 'policy-invalid', 'annotations-contradict']);
  });
});
