import type { Aspect, Change, JudgedChange } from './change.js';

type Matches = (judged: JudgedChange) => boolean;

/** The engine found an instance that passed and no longer does. */
export const narrows =
  (aspect: Aspect): Matches =>
  ({ change, effect }) =>
    change.aspect === aspect && effect === 'narrowed';

/** The engine found an instance that did not pass and now does. */
export const widens =
  (aspect: Aspect): Matches =>
  ({ change, effect }) =>
    change.aspect === aspect && effect === 'widened';

/** The text alone says it. */
export const states =
  (aspect: Aspect, action?: Change['action']): Matches =>
  ({ change, effect }) =>
    change.aspect === aspect &&
    effect === 'stated' &&
    (action === undefined || change.action === action);

/** A changed title or description, equal after folding white space and case. */
export const isOnlyReworded = ({ before, after }: Change): boolean =>
  typeof before === 'string' && typeof after === 'string' && fold(before) === fold(after);

const fold = (text: string): string => text.replace(/\s+/gu, ' ').trim().toLowerCase();

/** A title or description that says something else, or nothing any more. */
export const isNewMeaning = (change: Change): boolean =>
  change.before !== undefined && !isOnlyReworded(change);

/** A property that is refused, no longer read, or no longer answered; not one that is only freed. */
export const isPropertyLost = ({ change, effect }: JudgedChange): boolean =>
  change.aspect === 'property' &&
  change.action === 'removed' &&
  (effect === 'narrowed' ||
    effect === 'ignored' ||
    (effect === 'widened' && change.isIgnored === true));
