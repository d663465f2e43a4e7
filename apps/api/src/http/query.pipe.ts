import { Injectable, type PipeTransform } from '@nestjs/common';
import { isObject, member, objectOf, type Json, type JsonObject } from '#core/json/value.js';
import { shapeFaults } from '#core/schema/shape.js';
import { Problem } from './problem.js';

/**
 * Reads the query string by a JSON Schema of our own, whose `properties` say which parameters are
 * whole numbers, booleans and repeatable. An unknown parameter is refused: a misspelt filter that
 * is quietly ignored would answer another question.
 */
@Injectable()
export class QueryPipe implements PipeTransform<Readonly<Record<string, unknown>>, JsonObject> {
  constructor(private readonly schema: JsonObject) {}

  transform(query: Readonly<Record<string, unknown>>): JsonObject {
    const properties = member(this.schema, 'properties');
    const read = objectOf(
      Object.entries(query).map(([name, value]) => {
        const expected = isObject(properties) ? member(properties, name) : undefined;
        return [name, valueOf(value, expected)];
      }),
    );
    const errors = shapeFaults(this.schema, read);
    if (errors.length === 0) return read;
    throw new Problem('query-invalid', {
      detail: `${errors.length === 1 ? 'One parameter' : `${errors.length} parameters`} cannot be read.`,
      errors,
    });
  }
}

const valueOf = (value: unknown, expected: Json | undefined): Json => {
  const type = isObject(expected) ? member(expected, 'type') : undefined;
  if (type === 'array') return (Array.isArray(value) ? value : [value]).map(String);
  if (Array.isArray(value)) return value.map(String);
  const text = String(value);
  // What rounding makes another number of is over every maximum, and refused for that.
  if (type === 'integer' && /^-?\d{1,100}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};
