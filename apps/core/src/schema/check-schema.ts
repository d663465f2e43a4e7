import { pointer } from '../json/pointer.js';
import { isObject, member, type Json, type JsonObject } from '../json/value.js';
import { dialectOf, type Dialect } from './dialect.js';
import type { SchemaFault } from './fault.js';
import { limitFaults } from './limits.js';
import { metaFaults } from './meta-faults.js';
import { provesObject } from './object-root.js';
import { patternFaults } from './pattern-faults.js';
import { everySchema } from './reachable.js';
import { referenceFaults } from './reference-faults.js';
import { indexResources } from './resources.js';

/**
 * Whether this is a schema that the catalog can use, with every fault and its JSON Pointer into the
 * schema. In this order, and no further than the first group with a fault, since each relies on the
 * one before: caps on size, the dialect, the meta-schema, then references, patterns and, for an
 * input, that only objects are valid. Nothing is compiled and nothing fetched.
 */
export const checkSchema = (schema: Json, role: 'input' | 'output'): readonly SchemaFault[] => {
  if (!isObject(schema)) return faultsOf(schema, role);
  // Documents are values that never change, and what checks one also lints it.
  const known = checked[role].get(schema) ?? faultsOf(schema, role);
  checked[role].set(schema, known);
  return known;
};

const checked = {
  input: new WeakMap<JsonObject, readonly SchemaFault[]>(),
  output: new WeakMap<JsonObject, readonly SchemaFault[]>(),
};

const faultsOf = (schema: Json, role: 'input' | 'output'): readonly SchemaFault[] => {
  const tooMuch = limitFaults(schema);
  if (tooMuch.length > 0) return tooMuch;
  const dialect = dialectOf(schema);
  if (dialect === null) return [dialectFault(schema)];
  const malformed = metaFaults(schema, dialect);
  if (malformed.length > 0) return malformed;
  return meaningFaults(schema, role, dialect);
};

const meaningFaults = (schema: Json, role: 'input' | 'output', dialect: Dialect): SchemaFault[] => {
  const index = indexResources(schema);
  const references = referenceFaults(index);
  const faults = [...index.faults, ...references, ...patternFaults(everySchema(index))];
  const root = { pointer: '', schema, dialect };
  // With a broken reference nothing can be proved of the root, and that is said already.
  if (role === 'input' && references.length === 0 && !provesObject(index, root)) {
    faults.push({ pointer: '', code: 'root-not-object', message: NOT_AN_OBJECT });
  }
  return faults;
};

const NOT_AN_OBJECT =
  'The input of a tool is an object: say "type": "object" at the root of the schema.';

const dialectFault = (schema: Json): SchemaFault => {
  const stated = isObject(schema) ? member(schema, '$schema') : undefined;
  const shown = typeof stated === 'string' ? stated.slice(0, 200) : 'not a string';
  return {
    pointer: pointer('', '$schema'),
    code: 'dialect-unsupported',
    message: `"$schema" is ${shown}; draft-07 and 2020-12 are read, and 2020-12 where it is absent.`,
  };
};
