import type { Refusal } from '../problems/refusal.js';
import { isOneOf, isStated, type Actor } from './actor.js';

/** The kill switch of a tool or of a whole namespace. */
export interface Suspension {
  readonly suspended: boolean;
  /** Whether an admin stands behind it; then only an admin lifts it. */
  readonly by_admin: boolean;
}

export type SuspensionDecision =
  | { readonly ok: true; readonly changed: boolean; readonly suspension: Suspension }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Whether somebody may throw the switch, and how it stands afterwards. An admin and the owning
 * publisher may suspend; suspending again changes nothing, except that an admin makes a publisher's
 * suspension their own. Nothing but an admin's lifting takes an admin's suspension away.
 */
export const decideSuspension = (
  now: Suspension,
  request: { readonly suspended: boolean; readonly reason: string },
  actor: Actor,
): SuspensionDecision => {
  const admin = actor.roles.has('admin');
  const heldByAdmin = now.suspended && now.by_admin;
  if (!isOneOf(actor, ['publisher', 'admin'])) {
    return refuse('permission-missing', 'only an admin or the owning publisher suspends or lifts');
  }
  if (!isStated(request.reason)) return refuse('body-invalid', 'a suspension needs a reason');
  if (!request.suspended && heldByAdmin && !admin) {
    return refuse('suspended-by-admin', 'an admin suspended this, so only an admin lifts it');
  }
  const suspension: Suspension = {
    suspended: request.suspended,
    by_admin: request.suspended && (admin || heldByAdmin),
  };
  const same = suspension.suspended === now.suspended && suspension.by_admin === heldByAdmin;
  return { ok: true, changed: !same, suspension };
};

const refuse = (code: Refusal['code'], message: string): SuspensionDecision => ({
  ok: false,
  refusal: {
    code,
    message,
    errors: code === 'body-invalid' ? [{ pointer: '/reason', code: 'missing-field', message }] : [],
  },
});
