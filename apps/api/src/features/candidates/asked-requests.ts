import type { AskedRequest } from '#core/candidates/offer.js';
import { readCandidateParameters } from '#core/candidates/request-parameters.js';
import {
  MISSING_TENANT,
  readCandidateRequest,
  tenantOfRequest,
  type RequestReading,
} from '#core/candidates/request.js';
import type { Json } from '#core/json/value.js';
import type { Grant } from '#core/policy/grant.js';
import type { FieldError } from '#core/problems/field-error.js';
import { Problem } from '../../http/problem.js';

type Unreadable = 'body-invalid' | 'query-invalid';

/** The request that a body states, or why it is none. */
export const askedInBody = (body: Json | undefined, grant: Grant): AskedRequest => {
  if (body === undefined) {
    throw unreadable('body-invalid', [
      { pointer: '', code: 'missing-field', message: 'is missing' },
    ]);
  }
  return settled(readCandidateRequest(body), 'body-invalid', grant);
};

/** The request that the parameters of a URL state; pointers name the members of the body form. */
export const askedInUrl = (url: string, grant: Grant): AskedRequest => {
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  return settled(readCandidateParameters(parameters), 'query-invalid', grant);
};

const settled = (reading: RequestReading, code: Unreadable, grant: Grant): AskedRequest => {
  if (!reading.ok) throw unreadable(code, reading.errors);
  const tenant = tenantOfRequest(reading.request, grant);
  if (tenant === undefined) throw unreadable(code, [MISSING_TENANT]);
  return { ...reading.request, tenant };
};

const unreadable = (code: Unreadable, errors: readonly FieldError[]): Problem =>
  new Problem(code, {
    detail: `${errors.length === 1 ? 'One member' : `${errors.length} members`} of the request cannot be read.`,
    errors,
  });
