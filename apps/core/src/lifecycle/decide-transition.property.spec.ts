import fc from 'fast-check';
import { RISK_DEMANDS } from '../policy/risk-levels.js';
import { RISK_LEVELS } from '../policy/policy.js';
import { decideTransition } from './decide-transition.js';
import { actor, facts, redGate } from './sample-version.js';
import { STATES, type State } from './state.js';
import type { TransitionFacts } from './transition-facts.js';

const ACTORS = [
  actor('ann', 'publisher'),
  actor('dan', 'publisher', 'reviewer'),
  actor('bob', 'reviewer'),
  actor('cat', 'reviewer'),
  actor('eve', 'publisher', 'reviewer', 'admin'),
];

const step = fc.record({
  who: fc.constantFrom(...ACTORS),
  // More often forward than back, or hardly a version would ever be released.
  to: fc.constantFrom<State>('review', 'staging', 'staging', 'enabled', 'enabled', ...STATES),
  risk: fc.constantFrom(...RISK_LEVELS),
  evidence: fc.boolean(),
  broken: fc.boolean(),
  retracted: fc.boolean(),
});

interface Life extends TransitionFacts {
  /** Whose approvals stand because an admin broke the glass. */
  readonly brokenBy: readonly string[];
}

type Asked = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The version after a step was asked for, as the service stores it. */
const live = (life: Life, asked: Asked): Life => {
  const now: Life = {
    ...life,
    risk: asked.risk,
    gates: asked.evidence ? [] : [redGate('tests', { asked_at: 'release' })],
  };
  const decision = decideTransition(now, asked.who, {
    to: asked.to,
    reason: 'because',
    break_glass: asked.broken && asked.who.roles.has('admin') && asked.to === 'staging',
    retracted: asked.retracted && asked.to === 'disabled',
  });
  if (!decision.ok) return now;
  if (decision.enables) checkRelease(now);
  expect(now.retracted).toBe(false);
  return {
    ...now,
    state: decision.state,
    retracted: decision.retracts,
    authors: [...now.authors, ...decision.addsAuthors],
    approvals: decision.voidsApprovals ? [] : [...now.approvals, ...listed(decision.approvedBy)],
    brokenBy: [...now.brokenBy, ...listed(decision.breaksGlass ? asked.who.subject : null)],
  };
};

const listed = (subject: string | null): string[] => (subject === null ? [] : [subject]);

const checkRelease = (life: Life): void => {
  const people = new Set(life.approvals);
  expect(people.size).toBe(life.approvals.length);
  expect(people.size).toBeGreaterThanOrEqual(RISK_DEMANDS[life.risk].approvers);
  expect(life.gates).toEqual([]);
  for (const subject of people) {
    expect(life.authors.includes(subject) && !life.brokenBy.includes(subject)).toBe(false);
  }
};

describe('any life of a version', () => {
  it('reaches its agents only through enough people who did not write it, and evidence', () => {
    let released = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
        let life: Life = { ...facts({ approvals: [] }), brokenBy: [] };
        for (const asked of steps) {
          const before = life.state;
          life = live(life, asked);
          if (before === 'staging' && life.state === 'enabled') released += 1;
          if (life.state === 'draft') expect(life.approvals).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    // The property would also hold if nothing were ever released.
    expect(released).toBeGreaterThan(20);
  });
});
