import { pointer } from '../json/pointer.js';
import type { Json } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { validate, type ValidationError } from './validator.js';

/** More than anybody corrects at a time; whoever sends a million faults gets no million answers. */
const MOST_FAULTS = 100;

/** Looking for all faults costs as much as there are, so that in a large document one has to do. */
const MOST_NODES_FOR_ALL = 20_000;

/**
 * How a document departs from one of our own schemas: its faults in the order of their places, a
 * hundred at most, with the codes that requests are refused with. Not for schemas from outside.
 */
export const shapeFaults = (schema: Json, document: Json): FieldError[] => {
  const first = errorsOf(schema, document, false);
  if (first.length === 0) return [];
  const isSmall = countNodes(document, MOST_NODES_FOR_ALL) < MOST_NODES_FOR_ALL;
  const errors = isSmall ? errorsOf(schema, document, true) : first;
  const faults = errors.filter(({ keyword }) => !COMPOSING.has(keyword)).map(faultOf);
  // Where only a composing keyword speaks, its own word is better than none.
  const told = faults.length > 0 ? faults : errors.map(faultOf);
  return told.sort((one, other) => compareText(one.pointer, other.pointer)).slice(0, MOST_FAULTS);
};

const errorsOf = (schema: Json, document: Json, allErrors: boolean): readonly ValidationError[] => {
  const validation = validate(schema, document, { allErrors });
  if (validation === null) throw new Error('a schema of our own does not compile');
  return validation.errors;
};

/** The values in a document, counted no further than `limit`. */
const countNodes = (document: Json, limit: number): number => {
  const waiting: Json[] = [document];
  let count = 0;
  while (count < limit) {
    const value = waiting.pop();
    if (value === undefined) return count;
    count += 1;
    if (typeof value !== 'object' || value === null) continue;
    const inside = Array.isArray(value) ? value : Object.values(value);
    if (inside.length >= limit) return limit;
    waiting.push(...inside);
  }
  return count;
};

/** Keywords that repeat what the branch inside them has already said. */
const COMPOSING: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not']);

const CODES: Readonly<Record<string, string>> = {
  additionalProperties: 'unknown-field',
  unevaluatedProperties: 'unknown-field',
  required: 'missing-field',
  dependentRequired: 'missing-field',
  type: 'wrong-type',
  enum: 'not-in-list',
  const: 'not-in-list',
  pattern: 'malformed',
  format: 'malformed',
  uniqueItems: 'duplicate',
};

const faultOf = (error: ValidationError): FieldError => ({
  pointer: pointerOf(error),
  code: CODES[error.keyword] ?? 'out-of-range',
  message: messageOf(error),
});

const pointerOf = ({ pointer: base, params }: ValidationError): string => {
  const name =
    params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['missingProperty'];
  return typeof name === 'string' ? pointer(base, name) : base;
};

const messageOf = ({ keyword, message, params }: ValidationError): string => {
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `must be one of ${params['allowedValues'].map((value) => JSON.stringify(value)).join(', ')}`;
  }
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    return 'is not a member that is read here';
  }
  return keyword === 'required' ? 'is missing' : message;
};

const compareText = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;
