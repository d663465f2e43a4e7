import type { Actor, ActorRole } from './actor.js';
import type { Gate } from './gate.js';
import type { TransitionFacts } from './transition-facts.js';

/** The smallest valid facts and actors, for the tests of the lifecycle. */
export const actor = (subject: string, ...roles: ActorRole[]): Actor => ({
  subject,
  roles: new Set(roles),
});

export const ANN = actor('ann', 'publisher');
export const BOB = actor('bob', 'reviewer');
export const CAT = actor('cat', 'reviewer');
export const EVE = actor('eve', 'publisher', 'reviewer', 'admin');

/** A version of Ann's that Bob has approved and that nothing holds up. */
export const facts = (over: Partial<TransitionFacts> = {}): TransitionFacts => ({
  state: 'draft',
  retracted: false,
  risk: 'L1',
  authors: ['ann'],
  approvals: ['bob'],
  gates: [],
  versionFaults: () => [],
  successor: null,
  now: new Date('2026-11-30T12:00:00Z'),
  ...over,
});

export const redGate = (gate: string, over: Partial<Gate> = {}): Gate => ({
  gate,
  ok: false,
  why: 'not yet',
  level: 'error',
  asked_at: 'submit',
  waived: null,
  ...over,
});
