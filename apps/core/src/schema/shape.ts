import { pointer } from '../json/pointer.js';
import type { Json } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';
import { validate, type ValidationError } from './validator.js';

/**
 * How a document departs from one of our own schemas: every fault, in the order of the document,
 * with the codes that requests are refused with. Not for schemas from outside.
 */
export const shapeFaults = (schema: Json, document: Json): FieldError[] => {
  const validation = validate(schema, document, { allErrors: true });
  if (validation === null) throw new Error('a schema of our own does not compile');
  const faults = validation.errors.filter(({ keyword }) => !COMPOSING.has(keyword)).map(faultOf);
  // Where only a composing keyword speaks, its own word is better than none.
  const told = faults.length > 0 ? faults : validation.errors.map(faultOf);
  return told.sort((one, other) => compareText(one.pointer, other.pointer));
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
