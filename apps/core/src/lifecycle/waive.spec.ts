import { refuseEvidence } from './give-evidence.js';
import { actor, ANN, BOB, redGate } from './sample-version.js';
import { refuseWaiver } from './waive.js';

const NOW = new Date('2026-06-01T00:00:00Z');
const LATER = new Date('2026-06-02T00:00:00Z');

describe('waiving a gate', () => {
  const request = { gate: 'tests', reason: 'tested by hand', expires_at: LATER };
  const facts = { gates: [redGate('tests')], authors: ['ann'], now: NOW, maxDays: 30 };
  const refusal = (over: Partial<typeof request>, who = BOB) =>
    refuseWaiver({ ...request, ...over }, facts, who);

  it('is for a reviewer who is not an author', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, ANN)?.code).toBe('permission-missing');
    expect(refusal({}, actor('ann', 'reviewer', 'admin'))?.code).toBe('own-work');
  });

  it('lasts as long as is allowed, and not a moment longer', () => {
    const after = (ms: number) => ({ expires_at: new Date(NOW.getTime() + 30 * 86_400_000 + ms) });
    expect(refusal(after(0))).toBeNull();
    expect(refusal(after(1))?.errors).toEqual([
      { pointer: '/expires_at', code: 'out-of-range', message: 'must be within 30 days from now' },
    ]);
  });

  it.each([
    [{ gate: 'toString' }, '/gate'],
    [{ reason: ' ' }, '/reason'],
    [{ expires_at: NOW }, '/expires_at'],
    [{ expires_at: new Date('nonsense') }, '/expires_at'],
  ])('is refused with %j', (over, pointer) => {
    const refused = refusal(over);
    expect(refused?.code).toBe('waiver-invalid');
    expect(refused?.errors.map((error) => error.pointer)).toEqual([pointer]);
  });
});

describe('giving evidence', () => {
  it('is for a publisher or reviewer, of a run that has passed', () => {
    expect(refuseEvidence(NOW, NOW, ANN)).toBeNull();
    expect(refuseEvidence(NOW, LATER, BOB)).toBeNull();
    expect(refuseEvidence(LATER, NOW, ANN)?.code).toBe('evidence-invalid');
    expect(refuseEvidence(NOW, NOW, actor('joe'))?.code).toBe('permission-missing');
  });
});
