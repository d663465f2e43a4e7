import type { FieldError } from '../problems/field-error.js';
import type { ProblemCode } from '../problems/catalogue.js';
import { isInvolved } from '../policy/subject.js';
import { isOneOf, type Actor } from './actor.js';
import { isShortOfApprovals } from './approvals.js';
import type { Gate } from './gate.js';
import { effectsOf, type TransitionEffects } from './transition-effects.js';
import { judgeNeeds } from './needs.js';
import { optionFaults } from './option-faults.js';
import { STATES, type State } from './state.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import { stepBetween, transitionOf, type TransitionName } from './transitions.js';

export type TransitionDecision =
  ({ readonly ok: true; readonly name: TransitionName } & TransitionEffects) | TransitionRefusal;

export interface TransitionRefusal {
  readonly ok: false;
  readonly code: Extract<
    ProblemCode,
    'permission-missing' | 'own-work' | 'successor-unknown' | 'transition-refused'
  >;
  readonly message: string;
  /** Pointers into the request. */
  readonly errors: readonly FieldError[];
  /** The states that can be asked for from here, by somebody. */
  readonly allowed: readonly State[];
  /** The gates that hold this step up. */
  readonly gates: readonly Gate[];
}

/**
 * Whether a version takes a step now, and what changes if it does. The step is looked up in the one
 * table; then role, authorship and needs are asked in this order. An approval that is still short of
 * the number needed is accepted and leaves the state as it is; one that its subject already gave is
 * accepted and changes nothing.
 */
export const decideTransition = (
  facts: TransitionFacts,
  actor: Actor,
  request: TransitionRequest,
): TransitionDecision => {
  const allowed = openStates(facts);
  const refuse = (
    code: TransitionRefusal['code'],
    message: string,
    more: Partial<TransitionRefusal> = {},
  ): TransitionRefusal => ({ ok: false, code, message, errors: [], allowed, gates: [], ...more });

  if (actor.roles.size === 0) return refuse('permission-missing', 'needs a role in the namespace');
  const name = allowed.includes(request.to) ? stepBetween(facts.state, request.to) : null;
  if (name === null) return refuse('transition-refused', closed(facts, request.to));
  const permission = refuseActor(name, actor, request);
  if (permission !== null) return refuse('permission-missing', permission);
  if (isOwnWork(name, facts, actor) && request.break_glass !== true) {
    return refuse('own-work', 'an author of this content does not approve it');
  }
  const options = optionFaults(name, facts, request);
  const { errors, gates, messages } = judgeNeeds(name, facts, request);
  if (options.length + messages.length > 0) {
    return refuse(
      'transition-refused',
      [...options.map(({ message }) => message), ...messages].join('; '),
      { errors: [...options, ...errors], gates },
    );
  }
  if (facts.successor === 'unknown') {
    const errors = [{ pointer: '/successor', code: 'unknown', message: 'is not in the catalog' }];
    return refuse('successor-unknown', 'the successor is not in the catalog', { errors });
  }
  const breaksGlass = isOwnWork(name, facts, actor);
  return { ok: true, name, ...effectsOf(name, facts, actor, request, breaksGlass) };
};

/** The states that a version can be asked into from where it is, whoever asks. */
const openStates = (facts: TransitionFacts): State[] =>
  STATES.filter((to) => {
    const name = stepBetween(facts.state, to);
    if (name === 'approve' && facts.state === 'staging') return isShortOfApprovals(facts);
    if (name === 'reopen') return !facts.retracted;
    return name !== null;
  });

const closed = (facts: TransitionFacts, to: State): string =>
  facts.retracted && facts.state === 'disabled' && to === 'draft'
    ? 'a retracted version is never reopened'
    : `no step leads from ${facts.state} to ${to} now`;

const refuseActor = (
  name: TransitionName,
  actor: Actor,
  request: TransitionRequest,
): string | null => {
  const { who } = transitionOf(name);
  if (!isOneOf(actor, who)) return `${name}: ${who.join(' or ')} only`;
  if (request.break_glass === true && !actor.roles.has('admin')) return 'break_glass: admin only';
  return null;
};

const isOwnWork = (name: TransitionName, facts: TransitionFacts, actor: Actor): boolean =>
  transitionOf(name).needs.includes('not-an-author') && isInvolved(actor, facts.authors);
