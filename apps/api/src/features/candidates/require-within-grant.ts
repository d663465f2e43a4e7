import type { AskedRequest } from '#core/candidates/offer.js';
import { beyondGrant } from '#core/policy/beyond-grant.js';
import type { Grant } from '#core/policy/grant.js';
import { Problem } from '../../http/problem.js';

export const requireWithinGrant = (request: AskedRequest, grant: Grant): void => {
  const errors = beyondGrant(grant, request);
  if (errors.length === 0) return;
  throw new Problem('beyond-grant', {
    detail: 'The request asks for more than the key was granted.',
    errors,
  });
};
