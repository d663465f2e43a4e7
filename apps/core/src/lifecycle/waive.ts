import type { Refusal } from '../problems/refusal.js';
import type { FieldError } from '../problems/field-error.js';
import { isInvolved } from '../policy/subject.js';
import { isOneOf, isStated, type Actor } from './actor.js';
import type { Gate } from './gate.js';

export interface WaiverRequest {
  readonly gate: string;
  readonly reason: string;
  readonly expires_at: Date;
}

/**
 * Whether somebody may waive a gate of a version: a reviewer who is not an author, with a reason and
 * until a moment in the future that is not too far: an exception without an end would be another rule,
 * which nobody looks at again. Any gate of the version can be waived, red or not yet.
 */
export const refuseWaiver = (
  request: WaiverRequest,
  facts: {
    readonly gates: readonly Gate[];
    readonly authors: readonly string[];
    readonly now: Date;
    /** For how long a gate may be waived at most. */
    readonly maxDays: number;
  },
  actor: Actor,
): Refusal | null => {
  if (!isOneOf(actor, ['reviewer'])) {
    return { code: 'permission-missing', message: 'only a reviewer waives a gate', errors: [] };
  }
  if (isInvolved(actor, facts.authors)) {
    return {
      code: 'own-work',
      message: 'an author of this content waives none of its gates',
      errors: [],
    };
  }
  const errors: FieldError[] = [];
  if (!facts.gates.some(({ gate }) => gate === request.gate)) {
    const gates = facts.gates.map(({ gate }) => gate).join(', ');
    errors.push({ pointer: '/gate', code: 'not-in-list', message: `the gates are ${gates}` });
  }
  if (!isStated(request.reason)) {
    errors.push({ pointer: '/reason', code: 'missing-field', message: 'a waiver needs a reason' });
  }
  const lasts = request.expires_at.getTime() - facts.now.getTime();
  if (!(lasts > 0)) {
    errors.push({ pointer: '/expires_at', code: 'out-of-range', message: 'must be in the future' });
  } else if (lasts > facts.maxDays * 86_400_000) {
    const message = `must be within ${facts.maxDays} days from now`;
    errors.push({ pointer: '/expires_at', code: 'out-of-range', message });
  }
  return errors.length === 0
    ? null
    : { code: 'waiver-invalid', message: errors.map(({ message }) => message).join('; '), errors };
};
