import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { canonicalJson } from '../../json/canonical.js';
import type { SetAside } from '../tools-list/set-aside.js';
import { combined, plain, type Converted } from './convert-schema.js';
import type { Definitions } from './definitions.js';
import { textOf, type OpenApiDocument } from './document.js';
import { follow, memberAt, type Located } from './look-up.js';
import { isJsonType, preferredMedia, preferredType } from './media-types.js';
import type { Operation } from './operations.js';
import { mediaSchema, statedTypes } from './request-body.js';

export interface Answers {
  /** Undefined where the document says nothing of what comes back. */
  readonly output: Converted | undefined;
  readonly errors: readonly JsonObject[];
  readonly faults: readonly SetAside[];
}

interface Response {
  readonly status: string;
  readonly at: Located;
}

/**
 * What comes back. Success is every documented 2xx, and `default` where there is none; several
 * make a union, since a caller may meet each of them. All the rest are errors, `default` too.
 */
export const readAnswers = (
  document: OpenApiDocument,
  operation: Operation,
  definitions: Definitions,
): Answers => {
  const { responses, faults } = responsesOf(document, operation);
  const stated = responses.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const successes = stated.length > 0 ? stated : responses.filter(isDefault);
  const schemas = successes.flatMap((response) => {
    const schema = outputOf(document, operation, response, definitions);
    return schema === undefined ? [] : [schema];
  });
  const errors = responses
    .filter((response) => !successes.includes(response) && isError(response))
    .map(errorOf);
  return { output: unionOf(schemas), errors, faults };
};

function responsesOf(
  document: OpenApiDocument,
  { value, pointer }: Operation,
): { responses: Response[]; faults: SetAside[] } {
  const all = memberAt({ value, pointer }, 'responses');
  if (all === undefined || !isObject(all.value)) return { responses: [], faults: [] };
  const responses: Response[] = [];
  const faults: SetAside[] = [];
  for (const key of Object.keys(all.value).sort()) {
    const status = /^\dxx$/i.test(key) ? key.toUpperCase() : key;
    const listed = /^(\d\d\d|\dXX|default)$/.test(status) ? memberAt(all, key) : undefined;
    const at = listed === undefined ? undefined : follow(document, listed);
    if (at === undefined) continue;
    if ('fault' in at) faults.push(at.fault);
    else responses.push({ status, at });
  }
  return { responses, faults };
}

const NO_CONTENT = ['204', '205'];

function outputOf(
  document: OpenApiDocument,
  operation: Operation,
  { status, at }: Response,
  definitions: Definitions,
): Converted | undefined {
  if (NO_CONTENT.includes(status)) return plain({ type: 'null' });
  if (document.edition !== '2.0') {
    const media = preferredMedia(memberAt(at, 'content'));
    return media === undefined ? undefined : mediaSchema(media, definitions);
  }
  const schema = memberAt(at, 'schema');
  if (schema === undefined) return undefined;
  const type = preferredType(statedTypes(operation.value, document.root, 'produces'));
  const isText = type !== undefined && !isJsonType(type) && !type.includes('xml');
  return isText ? plain({ type: 'string' }) : definitions.convert(schema);
}

function unionOf(schemas: readonly Converted[]): Converted | undefined {
  const distinct = new Map(schemas.map((one) => [canonicalJson(one.schema), one]));
  const [first, ...more] = distinct.values();
  if (first === undefined || more.length === 0) return first;
  const all = [first, ...more];
  return combined({ anyOf: all.map(({ schema }) => schema) }, all);
}

function isDefault({ status }: Response): boolean {
  return status === 'default';
}

function isError(response: Response): boolean {
  return isDefault(response) || /^[45]/.test(response.status);
}

/** What may well go better a moment later: timeouts, too early, too many, overload. */
const PASSING = ['408', '425', '429', '502', '503', '504'];
const MOST_CHARACTERS = 2_000;

function errorOf({ status, at }: Response): JsonObject {
  const text = isObject(at.value) ? textOf(member(at.value, 'description')) : null;
  const entries: (readonly [string, Json])[] = [
    ['code', status],
    ['retryable', PASSING.includes(status)],
    ...(text === null ? [] : [['description', shortened(text)] as const]),
  ];
  return objectOf(entries);
}

/** Never half a character. */
function shortened(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
}
