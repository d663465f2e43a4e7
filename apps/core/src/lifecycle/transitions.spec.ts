import type { Actor } from './actor.js';
import { decideTransition } from './decide-transition.js';
import { actor, facts } from './sample-version.js';
import { STATES, type State } from './state.js';

/** DOMAIN's table once more, by hand: who may take which step, `reason` given and nothing missing. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'draft review': ['publisher', 'admin'],
  'review draft': ['reviewer', 'admin'],
  'review staging': ['reviewer', 'admin'],
  'staging draft': ['reviewer', 'admin'],
  'staging enabled': ['reviewer', 'admin'],
  'enabled deprecated': ['publisher', 'admin'],
  'deprecated enabled': ['reviewer', 'admin'],
  'deprecated disabled': ['publisher', 'admin'],
  'draft disabled': ['publisher', 'admin'],
  'review disabled': ['publisher', 'admin'],
  'staging disabled': ['publisher', 'admin'],
  'enabled disabled': ['publisher', 'admin'],
  'disabled draft': ['admin'],
};

const ACTORS: Readonly<Record<string, Actor>> = {
  nobody: actor('joe'),
  publisher: actor('joe', 'publisher'),
  reviewer: actor('joe', 'reviewer'),
  // An admin holds every permission, as `actorIn` says.
  admin: actor('joe', 'publisher', 'reviewer', 'admin'),
};

const cases = STATES.flatMap((from) =>
  STATES.flatMap((to) => Object.entries(ACTORS).map(([role, who]) => ({ from, to, role, who }))),
);

const expected = (from: State, to: State, role: string): string => {
  if (role === 'nobody') return 'permission-missing';
  const who = OPEN[`${from} ${to}`];
  if (who === undefined) return 'transition-refused';
  return who.includes(role) ? to : 'permission-missing';
};

describe('every ordered pair of states, for every role', () => {
  it.each(cases)('$from → $to as $role', ({ from, to, role, who }) => {
    const decision = decideTransition(facts({ state: from }), who, { to, reason: 'because' });
    expect(decision.ok ? decision.state : decision.code).toBe(expected(from, to, role));
  });

  it.each(STATES)('tells from %s which states are open', (from) => {
    const decision = decideTransition(facts({ state: from }), ACTORS['nobody'] ?? actor('joe'), {
      to: from,
    });
    const open = STATES.filter((to) => OPEN[`${from} ${to}`] !== undefined);
    expect(decision.ok || decision.allowed).toEqual(open);
  });
});
