import { limitIn, RATE_CLASSES, widerThan, type OwnLimits } from '#core/limits/own-limits.js';
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

const UNITS = { 1: 's', 60: 'm', 3600: 'h' } as const;

/** As they were stated. */
export const limitsAnswer = (own: OwnLimits): Record<string, string> =>
  Object.fromEntries(
    RATE_CLASSES.flatMap((name) => {
      const limit = own[name];
      if (limit === undefined) return [];
      return [[name, limit === null ? 'off' : `${limit.requests}/${unitOf(limit.seconds)}`]];
    }),
  );

const unitOf = (seconds: number): string =>
  Object.entries(UNITS).find(([length]) => Number(length) === seconds)?.[1] ?? 's';
