import type { FieldError } from '../problems/field-error.js';
import type { TransitionFacts, TransitionRequest } from './transition-facts.js';
import { transitionOf, type StepOption, type TransitionName } from './transitions.js';

/**
 * What is wrong with the words beside the reason: those that have no meaning for this step are
 * refused rather than dropped, and so are those that no caller could follow.
 */
export const optionFaults = (
  name: TransitionName,
  facts: TransitionFacts,
  request: TransitionRequest,
): FieldError[] => [...misplaced(name, request), ...unfollowable(facts, request)];

const misplaced = (name: TransitionName, request: TransitionRequest): FieldError[] => {
  const stated: StepOption[] = [];
  if (request.sunset_at !== undefined) stated.push('sunset_at');
  if (request.successor !== undefined) stated.push('successor');
  if (request.retracted === true) stated.push('retracted');
  if (request.break_glass === true) stated.push('break_glass');
  return stated
    .filter((option) => !transitionOf(name).takes.includes(option))
    .map((option) => ({
      pointer: `/${option}`,
      code: 'not-for-this-step',
      message: `${option} says nothing about the step ${name}`,
    }));
};

const unfollowable = (facts: TransitionFacts, request: TransitionRequest): FieldError[] => [
  ...(request.sunset_at !== undefined && request.sunset_at <= facts.now
    ? [{ pointer: '/sunset_at', code: 'in-the-past', message: 'sunset_at must be in the future' }]
    : []),
  ...(facts.successor === 'leads-back'
    ? [{ pointer: '/successor', code: 'circular', message: 'the successor leads back to here' }]
    : []),
];
