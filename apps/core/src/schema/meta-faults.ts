import type { Json } from '../json/value.js';
import type { Dialect } from './dialect.js';
import type { SchemaFault } from './fault.js';
import { metaErrors, type ValidationError } from './validator.js';

const MOST_TOLD = 50;

/**
 * What the meta-schema of the dialect finds, one fault for each place and the most telling one: a
 * keyword inside a branch rather than the branch that failed over it. At most fifty.
 */
export const metaFaults = (schema: Json, dialect: Dialect): SchemaFault[] => {
  const told = new Map<string, SchemaFault>();
  for (const error of metaErrors(schema, dialect)) {
    if (told.size >= MOST_TOLD) break;
    if (REPEATS.has(error.keyword) || told.has(error.pointer)) continue;
    told.set(error.pointer, faultOf(error));
  }
  return [...told.values()];
};

/** These only say that something inside them is wrong, which is told by itself. */
const REPEATS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  '$ref',
  '$dynamicRef',
]);

const faultOf = ({ pointer, message, params }: ValidationError): SchemaFault => {
  const allowed = params['allowedValues'];
  const list = Array.isArray(allowed) ? ` (${allowed.map(String).join(', ')})` : '';
  return { pointer, code: 'keyword-invalid', message: `What stands here ${message}${list}.` };
};
