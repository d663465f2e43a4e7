import { actor, ANN, BOB, CAT, EVE, facts, redGate } from './sample-version.js';
import { decideTransition } from './decide-transition.js';
import type { Actor } from './actor.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import type { Waiver } from './gate.js';

const decide = (over: Partial<TransitionFacts>, who: Actor, request: TransitionRequest) =>
  decideTransition(facts(over), who, request);

const outcome = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args);
  return decision.ok ? decision.state : decision.code;
};

const taken = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args);
  if (!decision.ok) throw new Error(decision.message);
  return decision;
};

const refused = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args);
  if (decision.ok) throw new Error(`${decision.name} was taken`);
  return decision;
};

const REVIEW = { state: 'review', approvals: [] } as const;
const STAGING = { state: 'staging' } as const;

describe('approving', () => {
  it('takes one reviewer who is not an author', () => {
    expect(taken(REVIEW, BOB, { to: 'staging' })).toMatchObject({
      state: 'staging',
      approvedBy: 'bob',
      action: 'version.approved',
    });
  });

  it('is refused to whoever wrote or submitted the content, as an admin too', () => {
    const authors = ['ann', 'bob', 'eve'];
    expect(outcome({ ...REVIEW, authors }, BOB, { to: 'staging' })).toBe('own-work');
    expect(outcome({ ...REVIEW, authors }, EVE, { to: 'staging' })).toBe('own-work');
    expect(outcome({ ...REVIEW, authors: ['Bob'] }, BOB, { to: 'staging' })).toBe('own-work');
  });

  it('takes two distinct people at L4, the state changing with the second', () => {
    const first = taken({ ...REVIEW, risk: 'L4' }, BOB, { to: 'staging' });
    expect(first).toMatchObject({ state: 'review', approvedBy: 'bob' });
    const second = taken({ ...REVIEW, risk: 'L4', approvals: ['bob'] }, CAT, { to: 'staging' });
    expect(second).toMatchObject({ state: 'staging', approvedBy: 'cat' });
  });

  it('never counts a second key of the same subject', () => {
    const again = taken({ ...REVIEW, risk: 'L4', approvals: ['bob'] }, BOB, { to: 'staging' });
    expect(again).toMatchObject({ state: 'review', approvedBy: null });
    const doubled = { ...REVIEW, risk: 'L4', approvals: ['bob', 'BOB'] } as const;
    expect(outcome(doubled, BOB, { to: 'staging' })).toBe('review');
    expect(taken(doubled, actor('Bob', 'reviewer'), { to: 'staging' }).approvedBy).toBeNull();
  });

  it('moves on with the same person once the risk demands fewer', () => {
    const decision = taken({ ...REVIEW, risk: 'L3', approvals: ['bob'] }, BOB, { to: 'staging' });
    expect(decision).toMatchObject({ state: 'staging', approvedBy: null });
  });

  it('is open in staging only while approvals are missing', () => {
    expect(outcome(STAGING, CAT, { to: 'staging' })).toBe('transition-refused');
    const raised = taken({ ...STAGING, risk: 'L4' }, CAT, { to: 'staging' });
    expect(raised).toMatchObject({ state: 'staging', approvedBy: 'cat' });
    expect(refused({ ...STAGING, risk: 'L4' }, BOB, { to: 'review' }).allowed).toContain('staging');
  });
});

describe('breaking the glass', () => {
  const own = { ...REVIEW, authors: ['eve'] };

  it('lets an admin approve their own work with a reason, under an action of its own', () => {
    const decision = taken(own, EVE, { to: 'staging', break_glass: true, reason: 'outage' });
    expect(decision).toMatchObject({
      state: 'staging',
      action: 'version.break-glass',
      breaksGlass: true,
    });
  });

  it('needs the reason', () => {
    const decision = refused(own, EVE, { to: 'staging', break_glass: true, reason: '  ' });
    expect(decision.code).toBe('transition-refused');
    expect(decision.errors.map(({ pointer }) => pointer)).toEqual(['/reason']);
  });

  it('is for admins only', () => {
    const request = { to: 'staging', break_glass: true, reason: 'outage' } as const;
    expect(outcome({ ...REVIEW, authors: ['bob'] }, BOB, request)).toBe('permission-missing');
  });

  it('still leaves L4 to two people', () => {
    const request = { to: 'staging', break_glass: true, reason: 'outage' } as const;
    expect(outcome({ ...own, risk: 'L4' }, EVE, request)).toBe('review');
  });

  it('is no breaking where there was nothing to break', () => {
    const decision = taken(REVIEW, EVE, { to: 'staging', break_glass: true, reason: 'outage' });
    expect(decision).toMatchObject({ action: 'version.approved', breaksGlass: false });
  });

  it('opens no red gate', () => {
    const request = { to: 'enabled', break_glass: true, reason: 'outage' } as const;
    const decision = refused({ ...STAGING, gates: [redGate('tests')] }, EVE, request);
    expect(decision.gates.map(({ gate }) => gate)).toEqual(['tests']);
  });

  it('is refused on any step but an approval, rather than dropped', () => {
    const request = { to: 'enabled', break_glass: true, reason: 'outage' } as const;
    expect(refused(STAGING, EVE, request).errors).toMatchObject([
      { pointer: '/break_glass', code: 'not-for-this-step' },
    ]);
  });
});

describe('the gates', () => {
  const waived: Waiver = {
    gate: 'idempotency-key',
    reason: 'the server is idempotent',
    granted_by: 'bob',
    expires_at: new Date(0),
  };

  it('hold up a submission where one is red, an error and not waived', () => {
    const gates = [
      redGate('idempotency-key'),
      redGate('schema-strict', { level: 'warning' }),
      redGate('values-confirmed', { waived }),
      redGate('tests', { asked_at: 'release' }),
      redGate('output-schema', { ok: true }),
    ];
    const decision = refused({ gates }, ANN, { to: 'review' });
    expect(decision.code).toBe('transition-refused');
    expect(decision.gates.map(({ gate }) => gate)).toEqual(['idempotency-key']);
    expect(decision.allowed).toEqual(['review', 'disabled']);
    expect(outcome({ gates: gates.slice(1) }, ANN, { to: 'review' })).toBe('review');
  });

  it('are asked again at release, evidence included', () => {
    const gates = [redGate('idempotency-key'), redGate('smoke', { asked_at: 'release' })];
    const decision = refused({ ...STAGING, gates }, BOB, { to: 'enabled' });
    expect(decision.gates.map(({ gate }) => gate)).toEqual(['idempotency-key', 'smoke']);
  });

  it('do not stand in the way of an approval, a kill or a way back', () => {
    const gates = [redGate('idempotency-key')];
    expect(outcome({ ...REVIEW, gates }, BOB, { to: 'staging' })).toBe('staging');
    expect(outcome({ ...STAGING, gates }, BOB, { to: 'draft', reason: 'no' })).toBe('draft');
    expect(outcome({ gates }, ANN, { to: 'disabled', reason: 'no' })).toBe('disabled');
  });
});

describe('releasing', () => {
  it('enables the version', () => {
    expect(taken(STAGING, BOB, { to: 'enabled' })).toMatchObject({
      state: 'enabled',
      enables: true,
      action: 'version.released',
    });
  });

  it('takes as many approvals as the risk demands now', () => {
    const decision = refused({ ...STAGING, risk: 'L4' }, BOB, { to: 'enabled' });
    expect(decision.message).toBe('L4 needs 2 approvals, it has 1');
    expect(outcome({ ...STAGING, approvals: [] }, BOB, { to: 'enabled' })).toBe(
      'transition-refused',
    );
    const two = { ...STAGING, risk: 'L4', approvals: ['bob', 'cat'] } as const;
    expect(outcome(two, BOB, { to: 'enabled' })).toBe('enabled');
  });

  it('is refused where the number no longer fits, and asks that here only', () => {
    const versionFaults = () => ['1.3.0 would have to be 2.0.0'];
    const decision = refused({ ...STAGING, versionFaults }, BOB, { to: 'enabled' });
    expect(decision.message).toBe('1.3.0 would have to be 2.0.0');
    expect(outcome({ versionFaults }, ANN, { to: 'review' })).toBe('review');
  });

  it('asks for the number at a restoration too, since callers are moved there as well', () => {
    const versionFaults = () => ['too small a step from 1.4.3'];
    const restore = { to: 'enabled', reason: 'because' } as const;
    const decision = refused({ state: 'deprecated', versionFaults }, BOB, restore);
    expect(decision).toMatchObject({
      code: 'transition-refused',
      message: 'too small a step from 1.4.3',
    });
  });

  it('tells everything that is missing at once', () => {
    const decision = refused(
      { ...STAGING, risk: 'L4', gates: [redGate('tests')], versionFaults: () => ['too small'] },
      BOB,
      { to: 'enabled' },
    );
    expect(decision.message).toBe('tests: not yet; L4 needs 2 approvals, it has 1; too small');
  });
});

describe('approvals given so far', () => {
  it('are void after every way back to draft, and after nothing else', () => {
    const because = { reason: 'because' };
    const voids = [
      taken({ state: 'review' }, BOB, { to: 'draft', ...because }),
      taken(STAGING, BOB, { to: 'draft', ...because }),
      taken({ state: 'disabled' }, EVE, { to: 'draft', ...because }),
    ];
    expect(voids.map(({ voidsApprovals }) => voidsApprovals)).toEqual([true, true, true]);
    expect(taken(STAGING, BOB, { to: 'enabled' }).voidsApprovals).toBe(false);
    expect(taken({}, ANN, { to: 'review' }).voidsApprovals).toBe(false);
  });
});

describe('submitting', () => {
  it('makes whoever submits an author', () => {
    expect(taken({}, ANN, { to: 'review' })).toMatchObject({ addsAuthors: [], submits: true });
    expect(taken({}, actor('dan', 'publisher'), { to: 'review' }).addsAuthors).toEqual(['dan']);
  });
});

describe('a reason', () => {
  it.each([
    ['review', 'draft'],
    ['staging', 'draft'],
    ['enabled', 'deprecated'],
    ['deprecated', 'enabled'],
    ['deprecated', 'disabled'],
    ['draft', 'disabled'],
    ['disabled', 'draft'],
  ] as const)('is needed from %s to %s', (state, to) => {
    expect(outcome({ state }, EVE, { to })).toBe('transition-refused');
    expect(outcome({ state }, EVE, { to, reason: ' \n' })).toBe('transition-refused');
    expect(outcome({ state }, EVE, { to, reason: 'because' })).toBe(to);
  });
});

describe('what is stated beside the reason', () => {
  const because = { reason: 'because' };

  it('tells of a deprecation, which restoring clears', () => {
    const sunset_at = new Date('2027-01-01T00:00:00Z');
    const request = { to: 'deprecated', ...because, sunset_at, successor: 'support.new' } as const;
    expect(taken({ state: 'enabled' }, ANN, request).deprecation).toEqual({
      reason: 'because',
      sunset_at,
      successor: 'support.new',
    });
    const restored = taken({ state: 'deprecated' }, BOB, { to: 'enabled', ...because });
    expect(restored).toMatchObject({ deprecation: 'clear', enables: false });
  });

  it('retracts a version on its way out, after which it is never reopened', () => {
    const request = { to: 'disabled', ...because, retracted: true } as const;
    expect(taken({ state: 'enabled' }, ANN, request).retracts).toBe(true);
    expect(taken({ state: 'deprecated' }, ANN, request).retracts).toBe(true);
    const gone = { state: 'disabled', retracted: true } as const;
    const decision = refused(gone, EVE, { to: 'draft', ...because });
    expect(decision).toMatchObject({ code: 'transition-refused', allowed: [] });
  });

  it('is refused where it would mean nothing', () => {
    const decision = refused({ state: 'enabled' }, ANN, {
      to: 'deprecated',
      ...because,
      retracted: true,
    });
    expect(decision.errors.map(({ pointer }) => pointer)).toEqual(['/retracted']);
    const sunset = { to: 'disabled', ...because, sunset_at: new Date('2027-01-01') } as const;
    expect(outcome({ state: 'enabled' }, ANN, sunset)).toBe('transition-refused');
    expect(outcome({ state: 'enabled' }, ANN, { ...sunset, to: 'deprecated' })).toBe('deprecated');
  });

  it('is refused where no caller could follow it', () => {
    const deprecate = { to: 'deprecated', ...because, successor: 'support.new' } as const;
    const now = new Date('2026-11-30T12:00:00Z');
    const late = refused({ state: 'enabled', now }, ANN, { ...deprecate, sunset_at: now });
    expect(late.errors).toMatchObject([{ pointer: '/sunset_at', code: 'in-the-past' }]);
    const circle = refused({ state: 'enabled', successor: 'leads-back' }, ANN, deprecate);
    expect(circle).toMatchObject({
      code: 'transition-refused',
      errors: [{ pointer: '/successor', code: 'circular' }],
    });
    const unknown = { state: 'enabled', successor: 'unknown' } as const;
    expect(outcome(unknown, ANN, deprecate)).toBe('successor-unknown');
    // The step and its reason come first.
    expect(outcome(unknown, ANN, { ...deprecate, reason: '' })).toBe('transition-refused');
  });
});
