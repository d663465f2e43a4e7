import { isToolId } from '../contract/tool-id.js';
import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import { onlyTenantOf, type Grant } from '../policy/grant.js';
import type { RiskLevel } from '../policy/policy.js';
import { ANY } from '../policy/scope.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
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

export type RequestReading =
  | { readonly ok: true; readonly request: CandidateRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Reads the body of a candidate request; every fault is told, with a pointer into the body. */
export const readCandidateRequest = (body: Json): RequestReading => {
  const faults = [...shapeFaults(CANDIDATE_REQUEST_SCHEMA, body), ...furtherFaults(body)];
  if (faults.length > 0 || !isObject(body)) return { ok: false, errors: faults };
  return { ok: true, request: requestOf(body) };
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
  const roles = member(body, 'roles');
  const pins = member(body, 'pins');
  return [
    ...(['tenant', 'task_type'] as const).flatMap((name) =>
      starFault(member(body, name), pointer('', name)),
    ),
    ...(isArray(roles) ? roles : []).flatMap((role, index) =>
      starFault(role, pointer('', 'roles', index)),
    ),
    ...(isObject(pins) ? Object.entries(pins) : []).flatMap(([toolId, range]) =>
      pinFaults(toolId, range),
    ),
  ];
};

const starFault = (name: Json | undefined, path: string): FieldError[] =>
  name === ANY
    ? [
        {
          pointer: path,
          code: 'malformed',
          message: '`*` stands for every name and is none itself',
        },
      ]
    : [];

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

/** The casts rest on `CANDIDATE_REQUEST_SCHEMA`, against which the body was just validated. */
const requestOf = (body: JsonObject): CandidateRequest => {
  const value = <T>(name: string): T | undefined => member(body, name) as T | undefined;
  const query = value<string>('query');
  return {
    ...stated('tenant', value<string>('tenant')),
    roles: value<readonly string[]>('roles') ?? [],
    task_type: value<string>('task_type') ?? '',
    ...stated('max_risk', value<RiskLevel>('max_risk')),
    ...stated('query', query?.trim() === '' ? undefined : query),
    top_k: value<number>('top_k') ?? DEFAULT_TOP_K,
    format: value<Format>('format') ?? 'native',
    detail: value<Detail>('detail') ?? 'full',
    ...stated('max_tokens', value<number>('max_tokens')),
    pins: pinsOf(value<JsonObject>('pins')),
    ...stated('session', value<string>('session')),
  };
};

const stated = <N extends keyof CandidateRequest, T>(name: N, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [K in N]?: T };

const pinsOf = (pins: JsonObject | undefined): ReadonlyMap<string, Range> => {
  const ranges = new Map<string, Range>();
  for (const [toolId, text] of Object.entries(pins ?? {})) {
    const range = typeof text === 'string' ? parseRange(text) : null;
    if (range !== null) ranges.set(toolId, range);
  }
  return ranges;
};
