import { readJson } from '../json/read.js';
import { isObject, objectOf, type Json } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { readCandidateRequest, type RequestReading } from './request.js';

/**
 * Reads a candidate request from the parameters of a GET: the names of the body, with `role` (or
 * `roles`) once for each role, and pins either as `pins={"tool_id":"range"}` or as `pin=tool_id@range`
 * once for each tool. Everything else may be given once. Pointers name the members of the body.
 */
export const readCandidateParameters = (
  parameters: Iterable<readonly [name: string, value: string]>,
): RequestReading => {
  const { members, errors } = gather(parameters);
  const reading = readCandidateRequest(objectOf(members));
  if (errors.length === 0) return reading;
  return { ok: false, errors: reading.ok ? errors : [...errors, ...reading.errors] };
};

interface Gathered {
  readonly members: ReadonlyMap<string, Json>;
  readonly errors: readonly FieldError[];
}

const ROLE_NAMES: ReadonlySet<string> = new Set(['role', 'roles']);
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['top_k', 'max_tokens']);

const gather = (parameters: Iterable<readonly [string, string]>): Gathered => {
  const members = new Map<string, Json>();
  const errors: FieldError[] = [];
  const roles: string[] = [];
  const pins = new Map<string, Json>();
  const refuse = (pointer: string, code: string, message: string) =>
    errors.push({ pointer, code, message });

  const takePin = (toolId: string, range: Json) => {
    if (pins.has(toolId)) refuse('/pins', 'duplicate', `pins ${toolId} twice`);
    pins.set(toolId, range);
  };
  const takePins = (taken: readonly [string, Json][] | null, form: string) => {
    if (taken === null) refuse('/pins', 'malformed', `must be ${form}`);
    else taken.forEach(([toolId, range]) => takePin(toolId, range));
  };
  const takeSingle = (name: string, value: string) => {
    if (members.has(name)) refuse(`/${name}`, 'duplicate', 'is given twice');
    members.set(name, WHOLE_NUMBERS.has(name) ? wholeNumber(value) : value);
  };
  for (const [name, value] of parameters) {
    if (ROLE_NAMES.has(name)) roles.push(value);
    else if (name === 'pin') takePins(pinIn(value), 'tool_id@range');
    else if (name === 'pins') takePins(pinsIn(value), 'a JSON object of tool_id and range');
    else takeSingle(name, value);
  }
  if (roles.length > 0) members.set('roles', roles);
  if (pins.size > 0) members.set('pins', objectOf(pins));
  return { members, errors };
};

/** What is no whole number stays text, so that the body's own reader refuses it. */
const wholeNumber = (value: string): Json => (/^\d{1,100}$/.test(value) ? Number(value) : value);

/** A tool_id holds no `@`, so the first one ends it. */
const pinIn = (text: string): [string, Json][] | null => {
  const at = text.indexOf('@');
  return at < 0 ? null : [[text.slice(0, at), text.slice(at + 1)]];
};

const pinsIn = (text: string): [string, Json][] | null => {
  const read = readJson(text);
  return read.ok && isObject(read.value) ? Object.entries(read.value) : null;
};
