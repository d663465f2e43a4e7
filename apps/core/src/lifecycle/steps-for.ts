import type { ProblemCode } from '../problems/catalogue.js';
import type { Actor } from './actor.js';
import { decideTransition } from './decide-transition.js';
import { STATES, type State } from './state.js';
import type { TransitionFacts } from './transition-facts.js';
import { stepBetween, type TransitionName } from './transitions.js';

/** A step that leads on from where a version is, and whether this actor could take it now. */
export interface StepFor {
  readonly to: State;
  readonly name: TransitionName;
  readonly open: boolean;
  /** Why not: the code of the refusal that would be answered, and its words. */
  readonly code: ProblemCode | null;
  readonly why: string | null;
}

/** The steps from here, as they would be decided for this actor, given a reason. */
export const stepsFor = (facts: TransitionFacts, actor: Actor): StepFor[] =>
  STATES.flatMap((to): StepFor[] => {
    const name = stepBetween(facts.state, to);
    if (name === null) return [];
    const decision = decideTransition(facts, actor, { to, reason: 'asked beforehand' });
    return decision.ok
      ? [{ to, name, open: true, code: null, why: null }]
      : [{ to, name, open: false, code: decision.code, why: decision.message }];
  });
