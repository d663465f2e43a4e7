import {
  limitIn,
  limitText,
  RATE_CLASSES,
  widerThan,
  type OwnLimits,
} from '#core/limits/own-limits.js';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Settings } from '../../config/env.js';
import { Problem } from '../../http/problem.js';
import type { StatedLimits } from './api-keys.bodies.js';

/** The limits that are stated for a key, or a refusal where they are not for this admin to give. */
export const ownLimits = (
  stated: StatedLimits | undefined,
  { caller }: RequestContext,
  { rateLimits }: Settings,
): OwnLimits | undefined => {
  if (stated === undefined) return undefined;
  const own = Object.fromEntries(
    RATE_CLASSES.flatMap((name) => {
      const text = stated[name];
      return text === undefined ? [] : [[name, limitIn(text) ?? null]];
    }),
  ) satisfies OwnLimits;
  const errors = isEvery(namespacesFor(caller.grant, 'admin')) ? [] : widerThan(own, rateLimits);
  if (errors.length === 0) return own;
  throw new Problem('beyond-grant', {
    detail: 'The key would be limited less than the deployment says.',
    errors,
  });
};

/** As they were stated. */
export const limitsAnswer = (own: OwnLimits): Record<string, string> =>
  Object.fromEntries(
    RATE_CLASSES.flatMap((name) => {
      const limit = own[name];
      return limit === undefined ? [] : [[name, limitText(limit)]];
    }),
  );
