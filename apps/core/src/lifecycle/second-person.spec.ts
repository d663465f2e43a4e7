import type { Actor } from './actor.js';
import { decideTransition } from './decide-transition.js';
import { actor, BOB, facts } from './sample-version.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import { refuseWaiver } from './waive.js';

const decide = (over: Partial<TransitionFacts>, who: Actor, to: TransitionRequest['to']) =>
  decideTransition(facts(over), who, { to });

const REVIEW = { state: 'review', approvals: [] } as const;
const RISKY = { ...REVIEW, risk: 'L4' } as const;
const through = (onBehalfOf: string): Actor => ({ ...actor('bot', 'reviewer'), onBehalfOf });

describe('where somebody is behind a pipeline', () => {
  it('they are an author of what it submits, as it is', () => {
    const job = { ...actor('ci', 'publisher'), onBehalfOf: 'dan' };
    expect(decide({}, job, 'review')).toMatchObject({ addsAuthors: ['ci', 'dan'] });
  });

  it('they approve nothing that it wrote, nor it what they wrote', () => {
    const own = { ok: false, code: 'own-work' };
    expect(decide({ ...REVIEW, authors: ['ci', 'bob'] }, BOB, 'staging')).toMatchObject(own);
    expect(decide({ ...REVIEW, authors: ['ann'] }, through('Ann'), 'staging')).toMatchObject(own);
    expect(decide({ ...REVIEW, authors: ['bot'] }, through('bob'), 'staging')).toMatchObject(own);
  });

  it('an approval is theirs, and counts once by whatever way it comes', () => {
    const first = decide(RISKY, through('bob'), 'staging');
    expect(first).toMatchObject({ state: 'review', approvedBy: 'bob' });
    for (const who of [BOB, through('bob')]) {
      const again = decide({ ...RISKY, approvals: ['bob'] }, who, 'staging');
      expect(again).toMatchObject({ state: 'review', approvedBy: null });
    }
    const other = decide({ ...RISKY, approvals: ['bob'] }, through('cat'), 'staging');
    expect(other).toMatchObject({ state: 'staging', approvedBy: 'cat' });
  });

  it('they waive no gate of what they wrote', () => {
    const request = { gate: 'tests', reason: 'x', expires_at: new Date(2e12) };
    const known = { gates: [], authors: ['ann'], now: new Date(0), maxDays: 365 };
    expect(refuseWaiver(request, known, through('ann'))).toMatchObject({ code: 'own-work' });
  });
});
