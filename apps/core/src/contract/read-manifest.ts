import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
import { CONTRACT_FIELDS, type Contract, type Manifest } from './contract.js';
import { HTTP_URL_EXPECTED, isHttpUrl } from './http-url.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';

export type ManifestReading =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Reads one manifest: its shape only, the rules are `checkManifest`'s. A refusal lists every field
 * at fault, with pointers into the manifest, in the same order each time. Nothing is defaulted in
 * the contract: an absent field stays absent.
 */
export const readManifest = (value: Json): ManifestReading => {
  const faults = [...shapeFaults(MANIFEST_SCHEMA, value), ...furtherFaults(value)];
  if (faults.length > 0 || !isObject(value)) return { ok: false, errors: faults };
  return { ok: true, manifest: manifestOf(value) };
};

/** What the shape asks for and a JSON Schema cannot say. */
const furtherFaults = (manifest: Json): FieldError[] =>
  isObject(manifest)
    ? [...urlFaults(member(manifest, 'target')), ...repeatedCodes(member(manifest, 'errors'))]
    : [];

/** An openapi document and a server may be named otherwise than by a URL. */
const urlFaults = (target: Json | undefined): FieldError[] => {
  if (!isObject(target)) return [];
  const isHttp = member(target, 'kind') === 'http';
  return (isHttp ? ['url'] : ['document', 'server']).flatMap((name) => {
    const text = member(target, name);
    if (typeof text !== 'string' || text === '' || isHttpUrl(text)) return [];
    if (!isHttp && !/^https?:/i.test(text)) return [];
    return [{ pointer: `/target/${name}`, code: 'malformed', message: HTTP_URL_EXPECTED }];
  });
};

const repeatedCodes = (errors: Json | undefined): FieldError[] => {
  if (!isArray(errors)) return [];
  const seen = new Set<Json>();
  return errors.flatMap((error, index) => {
    const code = isObject(error) ? member(error, 'code') : undefined;
    if (code === undefined) return [];
    const repeated = seen.has(code);
    seen.add(code);
    const message = 'is listed twice';
    return repeated ? [{ pointer: `/errors/${index}/code`, code: 'duplicate', message }] : [];
  });
};

/** The casts rest on `MANIFEST_SCHEMA`, against which the whole value was just validated. */
const manifestOf = (value: JsonObject): Manifest => {
  const contract = fieldsOf(value, CONTRACT_FIELDS) as unknown as Contract;
  const rest = fieldsOf(value, ['policy', 'owner', 'example_queries', 'aliases']);
  const lists = {
    proposed: member(value, 'proposed') ?? [],
    changes: member(value, 'changes') ?? [],
  };
  return { contract, ...lists, ...rest } as unknown as Manifest;
};

const fieldsOf = (value: JsonObject, names: readonly string[]): JsonObject =>
  objectOf(
    names.flatMap((name) => {
      const field = member(value, name);
      return field === undefined ? [] : [[name, field] as const];
    }),
  );
