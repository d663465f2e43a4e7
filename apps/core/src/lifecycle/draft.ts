import type { Refusal } from '../problems/refusal.js';
import type { State } from './state.js';

interface DraftFacts {
  readonly state: State;
  readonly ever_enabled: boolean;
  readonly ever_submitted: boolean;
}

/** Whether another contract may take the place of this one: once enabled, a digest is final. */
export const isReplaceable = ({
  state,
  ever_enabled,
}: Pick<DraftFacts, 'state' | 'ever_enabled'>): boolean => state === 'draft' && !ever_enabled;

/** Whether a version may be deleted, so that its number is free again. */
export const refuseDeletion = ({
  state,
  ever_enabled,
  ever_submitted,
}: DraftFacts): Refusal | null => {
  if (state === 'draft' && !ever_submitted && !ever_enabled) return null;
  const message =
    state === 'draft'
      ? 'the draft was submitted before'
      : `the version is in ${state}, not a draft`;
  return { code: 'version-not-deletable', message, errors: [] };
};
