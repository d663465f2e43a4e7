import type { Refusal } from '../problems/refusal.js';
import { isOneOf, type Actor } from './actor.js';

/** Whether a run may be put on record: by a publisher or reviewer, and only once it has passed. */
export const refuseEvidence = (passedAt: Date, now: Date, actor: Actor): Refusal | null => {
  if (!isOneOf(actor, ['publisher', 'reviewer'])) {
    const message = 'only a publisher or reviewer gives evidence';
    return { code: 'permission-missing', message, errors: [] };
  }
  if (passedAt <= now) return null;
  const message = 'must not be in the future';
  return {
    code: 'evidence-invalid',
    message: `passed_at ${message}`,
    errors: [{ pointer: '/passed_at', code: 'out-of-range', message }],
  };
};
