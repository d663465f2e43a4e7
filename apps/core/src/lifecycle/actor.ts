import { mayAdministerIn, mayPublishIn, mayReviewIn, type Grant } from '../policy/grant.js';
import type { Party } from '../policy/subject.js';

/** What somebody can be to a tool. An admin of its namespace is a reviewer and publisher too. */
export const ACTOR_ROLES = ['publisher', 'reviewer', 'admin'] as const;

export type ActorRole = (typeof ACTOR_ROLES)[number];

/** Who acts on a tool: two keys of one subject are the same person. */
export interface Actor extends Party {
  readonly roles: ReadonlySet<ActorRole>;
}

export const actorIn = (
  { subject, onBehalfOf, grant }: Party & { readonly grant: Grant },
  namespace: string,
): Actor => {
  const roles = new Set<ActorRole>();
  if (mayPublishIn(grant, namespace)) roles.add('publisher');
  if (mayReviewIn(grant, namespace)) roles.add('reviewer');
  if (mayAdministerIn(grant, namespace)) roles.add('admin');
  return { subject, ...(onBehalfOf === undefined ? {} : { onBehalfOf }), roles };
};

export const isOneOf = (actor: Actor, roles: readonly ActorRole[]): boolean =>
  roles.some((role) => actor.roles.has(role));

/** A reason that says something. */
export const isStated = (reason: string | undefined): reason is string =>
  reason !== undefined && reason.trim() !== '';
