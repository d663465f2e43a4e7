import { namespacesFor, type Grant } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import { Problem } from '../../http/problem.js';

/** The chain is of all namespaces together, and so are the totals that it is answered with. */
export const requireWholeTrail = (grant: Grant, what: string): void => {
  if (isEvery(namespacesFor(grant, 'audit'))) return;
  throw new Problem('permission-missing', {
    detail: `${what} needs the permission audit in every namespace.`,
  });
};
