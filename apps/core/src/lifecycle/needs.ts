import type { FieldError } from '../problems/field-error.js';
import { isStated } from './actor.js';
import { countApprovals, isShortOfApprovals } from './approvals.js';
import { gatesInTheWay, type Gate, type GateMoment } from './gate.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import { transitionOf, type Need, type TransitionName } from './transitions.js';

/** What is missing for a step; empty messages mean nothing is. */
export interface Lacks {
  readonly messages: readonly string[];
  readonly errors: readonly FieldError[];
  readonly gates: readonly Gate[];
}

const NOTHING: Lacks = { messages: [], errors: [], gates: [] };

type Judge = (facts: TransitionFacts, request: TransitionRequest) => Lacks;

/** Everything that a step lacks at once, so that nobody has to find out one by one. */
export const judgeNeeds = (
  name: TransitionName,
  facts: TransitionFacts,
  request: TransitionRequest,
): Lacks => {
  const needs: readonly Need[] = transitionOf(name).needs;
  const all: readonly Need[] =
    request.break_glass === true ? [...new Set<Need>([...needs, 'reason'])] : needs;
  const lacks = all.map((need) => JUDGES[need](facts, request));
  return {
    messages: lacks.flatMap(({ messages }) => messages),
    errors: lacks.flatMap(({ errors }) => errors),
    gates: lacks.flatMap(({ gates }) => gates),
  };
};

const gatesAt =
  (moment: GateMoment): Judge =>
  (facts) => {
    const gates = gatesInTheWay(facts.gates, moment);
    return { ...NOTHING, gates, messages: gates.map(({ gate, why }) => `${gate}: ${why}`) };
  };

const JUDGES = {
  // Asked when the contract is registered, before there is a version to take a step.
  'valid-manifest': () => NOTHING,
  // Has a code of its own and an exception, so it is asked before the needs are.
  'not-an-author': () => NOTHING,
  // A retracted version has no such step in the first place.
  'not-retracted': () => NOTHING,
  'gates-at-submit': gatesAt('submit'),
  'gates-at-release': gatesAt('release'),
  approvals: (facts) => {
    if (!isShortOfApprovals(facts)) return NOTHING;
    const { have, need } = countApprovals(facts);
    return { ...NOTHING, messages: [`${facts.risk} needs ${need} approvals, it has ${have}`] };
  },
  'version-check': (facts) => ({ ...NOTHING, messages: facts.versionFaults() }),
  reason: (_facts, request) => {
    if (isStated(request.reason)) return NOTHING;
    const message = 'this step needs a reason';
    return {
      ...NOTHING,
      messages: [message],
      errors: [{ pointer: '/reason', code: 'missing-field', message }],
    };
  },
} as const satisfies Record<Need, Judge>;
