import { isApprovedByRule, type AutoApproveFacts } from './auto-approve.js';
import { redGate } from './sample-version.js';

const facts: AutoApproveFacts = {
  risk: 'L1',
  allowed: true,
  declared_bump: 'minor',
  required_bump: 'patch',
  lint: [{ level: 'warning' }],
  gates: [redGate('output-schema', { level: 'warning' }), redGate('tests', { ok: true })],
};

const approves = (over: Partial<AutoApproveFacts>) => isApprovedByRule({ ...facts, ...over });

describe('approval by rule', () => {
  it('takes a small step of a harmless tool with evidence', () => {
    expect(approves({})).toBe(true);
    expect(approves({ risk: 'L0', declared_bump: 'patch', required_bump: 'none' })).toBe(true);
  });

  it.each<[string, Partial<AutoApproveFacts>]>([
    ['a higher risk', { risk: 'L2' }],
    ['a number that no longer fits', { allowed: false }],
    ['a major change', { required_bump: 'major' }],
    ['a major number', { declared_bump: 'major' }],
    ['a first version', { declared_bump: null, required_bump: null }],
    ['an error of the lint', { lint: [{ level: 'error' }] }],
    ['missing evidence', { gates: [redGate('tests', { asked_at: 'release' })] }],
    [
      'a gate that a person waived',
      {
        gates: [
          redGate('idempotency-key', {
            waived: {
              gate: 'idempotency-key',
              reason: 'r',
              granted_by: 'bob',
              expires_at: new Date(),
            },
          }),
        ],
      },
    ],
  ])('leaves %s to people', (_what, over) => {
    expect(approves(over)).toBe(false);
  });
});
