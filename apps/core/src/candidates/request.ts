import { isToolId } from '../contract/tool-id.js';
import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import { onlyTenantOf, type Grant } from '../policy/grant.js';
import type { RiskLevel } from '../policy/policy.js';
import { ANY } from '../policy/scope.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
import { compileValidator } from '../schema/validator.js';
import { parseRange, type Range } from '../versions/range.js';
import {
  CANDIDATE_REQUEST_SCHEMA,
  DEFAULT_TOP_K,
  type Detail,
  type Format,
} from './request-schema.js';

/** A candidate request as it was read, with the defaults filled in. */
export interface CandidateRequest {
  readonly tenant?: string;
  readonly roles: readonly string[];
  readonly task_type: string;
  readonly max_risk?: RiskLevel;
  /** Never blank. */
  readonly query?: string;
  readonly top_k: number;
  readonly format: Format;
  readonly detail: Detail;
  readonly max_tokens?: number;
  readonly pins: ReadonlyMap<string, Range>;
  readonly session?: string;
}

const NO_FAULTS: readonly FieldError[] = [];

export type RequestReading =
  | { readonly ok: true; readonly request: CandidateRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Reads the body of a candidate request; every fault is told, with a pointer into the body. */
export const readCandidateRequest = (body: Json): RequestReading => {
  // Compiled beforehand, and without the search for all faults that only a refusal needs.
  const shape = accepts(body) ? NO_FAULTS : shapeFaults(CANDIDATE_REQUEST_SCHEMA, body);
  const faults = [...shape, ...furtherFaults(body)];
  if (faults.length > 0 || !isObject(body)) return { ok: false, errors: faults };
  return { ok: true, request: requestOf(body) };
};

let validator: ReturnType<typeof compileValidator> | undefined;

const accepts = (body: Json): boolean => {
  validator ??= compileValidator(CANDIDATE_REQUEST_SCHEMA);
  return validator !== null && validator(body).valid;
};

/**
 * The tenant that a request is about: the one stated, or the only one of the key. Undefined where
 * neither says; the request then misses `tenant`.
 */
export const tenantOfRequest = (
  request: Pick<CandidateRequest, 'tenant'>,
  grant: Grant,
): string | undefined => request.tenant ?? onlyTenantOf(grant);

export const MISSING_TENANT: FieldError = {
  pointer: '/tenant',
  code: 'missing-field',
  message: 'is missing; only a key that is bound to exactly one tenant may leave it out',
};

/** `*` is every name and so can be the name of nobody; the rest a JSON Schema cannot say of pins. */
const furtherFaults = (body: Json): FieldError[] => {
  if (!isObject(body)) return [];
  const faults: FieldError[] = [];
  const refuse = (...path: (string | number)[]): void => {
    faults.push({
      pointer: pointer('', ...path),
      code: 'malformed',
      message: '`*` stands for every name and is none itself',
    });
  };
  for (const name of ['tenant', 'task_type']) if (member(body, name) === ANY) refuse(name);
  const roles = member(body, 'roles');
  if (isArray(roles)) {
    roles.forEach((role, index) => {
      if (role === ANY) refuse('roles', index);
    });
  }
  const pins = member(body, 'pins');
  if (isObject(pins)) {
    for (const [toolId, range] of Object.entries(pins)) faults.push(...pinFaults(toolId, range));
  }
  return faults;
};

const pinFaults = (toolId: string, range: Json): FieldError[] => {
  const path = pointer('', 'pins', toolId);
  if (!isToolId(toolId)) {
    return [{ pointer: path, code: 'malformed', message: 'is not the pin of a tool_id' }];
  }
  if (typeof range !== 'string' || parseRange(range) !== null) return [];
  return [
    { pointer: path, code: 'malformed', message: 'must be a range such as ^1 or 2.0.0-rc.1' },
  ];
};

type Unsealed = { -readonly [Name in keyof CandidateRequest]: CandidateRequest[Name] };

/** The casts rest on `CANDIDATE_REQUEST_SCHEMA`, against which the body was just validated. */
const requestOf = (body: JsonObject): CandidateRequest => {
  const value = <N extends keyof CandidateRequest>(name: N) =>
    member(body, name) as CandidateRequest[N] | undefined;
  const request: Unsealed = {
    roles: value('roles') ?? [],
    task_type: value('task_type') ?? '',
    top_k: value('top_k') ?? DEFAULT_TOP_K,
    format: value('format') ?? 'native',
    detail: value('detail') ?? 'full',
    pins: pinsOf(member(body, 'pins')),
  };
  const query = value('query');
  if (query !== undefined && query.trim() !== '') request.query = query;
  for (const name of STATED) state(request, name, value(name));
  return request;
};

/** Members without a default: what is not stated is not there. */
const STATED = ['tenant', 'max_risk', 'max_tokens', 'session'] as const;

const state = <N extends keyof Unsealed>(
  request: Unsealed,
  name: N,
  value: Unsealed[N] | undefined,
): void => {
  if (value !== undefined) request[name] = value;
};

const NO_PINS: ReadonlyMap<string, Range> = new Map();

const pinsOf = (pins: Json | undefined): ReadonlyMap<string, Range> => {
  if (!isObject(pins)) return NO_PINS;
  const ranges = new Map<string, Range>();
  for (const [toolId, text] of Object.entries(pins)) {
    const range = typeof text === 'string' ? parseRange(text) : null;
    if (range !== null) ranges.set(toolId, range);
  }
  return ranges;
};
