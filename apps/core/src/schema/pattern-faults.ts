import { pointer } from '../json/pointer.js';
import { isObject, member } from '../json/value.js';
import type { SchemaFault } from './fault.js';
import { readPattern } from './patterns.js';
import type { Located } from './reachable.js';

export interface PlacedPattern {
  readonly pointer: string;
  readonly pattern: string;
}

/** Every pattern of a schema with its place: `pattern`, and the names in `patternProperties`. */
export const patternsOf = (schemas: ReadonlyMap<string, Located>): PlacedPattern[] =>
  [...schemas.values()].flatMap(({ pointer: location, schema }) => {
    if (!isObject(schema)) return [];
    const pattern = member(schema, 'pattern');
    const named = member(schema, 'patternProperties');
    return [
      ...(typeof pattern === 'string' ? [{ pointer: pointer(location, 'pattern'), pattern }] : []),
      ...(isObject(named) ? Object.keys(named) : []).map((name) => ({
        pointer: pointer(location, 'patternProperties', name),
        pattern: name,
      })),
    ];
  });

export const patternFaults = (schemas: ReadonlyMap<string, Located>): SchemaFault[] =>
  patternsOf(schemas).flatMap((placed) => {
    const reading = readPattern(placed.pattern);
    if (reading.ok) return [];
    return [{ pointer: placed.pointer, code: 'pattern-invalid', message: reading.message }];
  });
