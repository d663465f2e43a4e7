import { ACTOR_ROLES, actorIn } from './actor.js';
import { actor, ANN, BOB, EVE } from './sample-version.js';
import { decideSuspension, type Suspension } from './suspension.js';

const OFF: Suspension = { suspended: false, by_admin: false };
const BY_PUBLISHER: Suspension = { suspended: true, by_admin: false };
const BY_ADMIN: Suspension = { suspended: true, by_admin: true };

const decide = (now: Suspension, suspended: boolean, who = ANN, reason = 'leak') => {
  const decision = decideSuspension(now, { suspended, reason }, who);
  if (!decision.ok) return decision.refusal.code;
  return decision.changed ? decision.suspension : 'unchanged';
};

describe('the kill switch', () => {
  it('is thrown by the owning publisher or an admin', () => {
    expect(decide(OFF, true)).toEqual(BY_PUBLISHER);
    expect(decide(OFF, true, EVE)).toEqual(BY_ADMIN);
    expect(decide(OFF, true, BOB)).toBe('permission-missing');
    expect(decide(OFF, true, actor('joe'))).toBe('permission-missing');
  });

  it('is lifted by an admin only, where an admin threw it', () => {
    expect(decide(BY_ADMIN, false)).toBe('suspended-by-admin');
    expect(decide(BY_ADMIN, false, EVE)).toEqual(OFF);
    expect(decide(BY_PUBLISHER, false)).toEqual(OFF);
    expect(decide(BY_PUBLISHER, false, EVE)).toEqual(OFF);
  });

  it('stays an admin’s when a publisher throws it again', () => {
    expect(decide(BY_ADMIN, true)).toBe('unchanged');
    expect(decide(BY_PUBLISHER, true, EVE)).toEqual(BY_ADMIN);
    expect(decide(BY_PUBLISHER, true)).toBe('unchanged');
  });

  it('changes nothing where it is lifted already', () => {
    expect(decide(OFF, false)).toBe('unchanged');
    expect(decide({ suspended: false, by_admin: true }, false)).toBe('unchanged');
  });

  it('needs a reason both ways', () => {
    expect(decide(OFF, true, ANN, ' ')).toBe('body-invalid');
    expect(decide(BY_PUBLISHER, false, ANN, '')).toBe('body-invalid');
  });
});

describe('an actor', () => {
  it('is everything as an admin, within the namespaces stated', () => {
    const narrow = { permissions: ['admin'], namespaces: ['support'] } as const;
    expect([...actorIn({ subject: 'eve', grant: narrow }, 'support').roles]).toEqual([
      ...ACTOR_ROLES,
    ]);
    expect([...actorIn({ subject: 'eve', grant: narrow }, 'billing').roles]).toEqual([]);
  });

  it('is a publisher only where the namespace is granted', () => {
    const key = { permissions: ['publish', 'review'], namespaces: ['support'] } as const;
    expect([...actorIn({ subject: 'ann', grant: key }, 'support').roles]).toEqual([
      'publisher',
      'reviewer',
    ]);
    expect([
      ...actorIn({ subject: 'ann', grant: { permissions: ['publish'] } }, 'support').roles,
    ]).toEqual([]);
  });
});
