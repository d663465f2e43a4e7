import { readProfile, statedOf, type Profile } from './profile.js';

describe('the profile', () => {
  it('refines per tool, the later rule over the earlier', () => {
    const profile: Profile = {
      policy: { allowed_roles: ['operator'] },
      tools: [
        { match: 'files.*', risk_level: 'L2', timeout_ms: 1 },
        { match: '*.delete_?', risk_level: 'L4' },
      ],
    };
    expect(statedOf(profile, 'files.delete_a')).toMatchObject({
      risk_level: 'L4',
      timeout_ms: 1,
      allowed_roles: ['operator'],
    });
    expect(statedOf(profile, 'files.delete_ab').risk_level).toBe('L2');
    expect(statedOf(profile, 'filesXdelete').risk_level).toBeUndefined();
  });

  it('names every misspelt or ill-typed member', () => {
    const reading = readProfile({ ownr: 'x', tools: [{ match: '*', timeout_ms: '5s' }] });
    expect(reading).toMatchObject({
      ok: false,
      errors: [
        { pointer: '/ownr', code: 'unknown-field' },
        { pointer: '/tools/0/timeout_ms', code: 'wrong-type' },
      ],
    });
  });

  it('reads one that says all there is to say', () => {
    const rule = { match: 'a.*', owner: 'o', side_effect: true, idempotent: true, tags: ['t'] };
    const profile = {
      owner: 'o',
      namespace: 'n',
      version: '1.0.0',
      target: 't',
      policy: { risk_level: 'L1', requires_approval: true, allowed_roles: ['r'] },
      defaults: { timeout_ms: 1, risk_level: 'L0' },
      tools: [{ ...rule, omit_annotations: ['readOnlyHint'], allowed_tenants: [], task_types: [] }],
    };
    expect(readProfile(profile)).toEqual({ ok: true, profile });
  });
});
