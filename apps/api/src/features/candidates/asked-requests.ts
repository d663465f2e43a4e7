import type { AskedRequest } from '#core/candidates/offer.js';
import { readCandidateParameters } from '#core/candidates/request-parameters.js';
import {
  MISSING_TENANT,
  readCandidateRequest,
  tenantOfRequest,
  type RequestReading,
} from '#core/candidates/request.js';
import type { Json } from '#core/json/value.js';
import { Remembered } from '#core/memory/remembered.js';
import type { Grant } from '#core/policy/grant.js';
import type { FieldError } from '#core/problems/field-error.js';
import { Problem } from '../../http/problem.js';
import { requireWithinGrant } from './require-within-grant.js';

type Unreadable = 'body-invalid' | 'query-invalid';

/** A request that its caller may make. */
export interface Asked {
  readonly request: AskedRequest;
  readonly grant: Grant;
  /** Whether it came before, and is the very object that will come again. */
  readonly isRepeated: boolean;
}

const REMEMBERED_CHARACTERS = 4 * 1024 * 1024;
const ENTRY_CHARACTERS = 200;

/** By body, what it asked for the last time that it came. */
const remembered = new Remembered<Json, Asked>(REMEMBERED_CHARACTERS);

/** A body as the pipeline read it. */
interface Body {
  readonly body: Json | undefined;
  /** The characters of one that came before, and is the same object when it comes again. */
  readonly recurring: number | undefined;
}

/** What a body asks for, of a caller with this grant. */
export const askedInBody = ({ body, recurring }: Body, grant: Grant): Asked => {
  if (body === undefined || recurring === undefined) {
    return within(requestInBody(body, grant), grant);
  }
  const known = remembered.get(body);
  if (known?.grant === grant) return known;
  const asked = { ...within(requestInBody(body, grant), grant), isRepeated: true };
  remembered.set(body, asked, recurring + ENTRY_CHARACTERS);
  return asked;
};

/** The request that a body states, or why it is none. Whether the grant allows it is not asked. */
export const requestInBody = (body: Json | undefined, grant: Grant): AskedRequest => {
  if (body === undefined) {
    throw unreadable('body-invalid', [
      { pointer: '', code: 'missing-field', message: 'is missing' },
    ]);
  }
  return settled(readCandidateRequest(body), 'body-invalid', grant);
};

/** The request that the parameters of a URL state; pointers name the members of the body form. */
export const askedInUrl = (url: string, grant: Grant): Asked => {
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  return within(settled(readCandidateParameters(parameters), 'query-invalid', grant), grant);
};

const within = (request: AskedRequest, grant: Grant): Asked => {
  requireWithinGrant(request, grant);
  return { request, grant, isRepeated: false };
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
