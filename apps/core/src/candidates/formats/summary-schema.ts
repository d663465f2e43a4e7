import { isObject, member, objectOf, type JsonObject } from '../../json/value.js';
import { flatRoot, requiredOf } from './root-object.js';

/** The parameters that a call must give. */
export const requiredParameters = (inputSchema: JsonObject): string[] =>
  requiredOf(flatRoot(inputSchema));

/** Those parameters alone, each with its type where it states one: valid wherever a schema is. */
export const summarySchema = (inputSchema: JsonObject): JsonObject => {
  const flat = flatRoot(inputSchema);
  const required = requiredOf(flat);
  const properties = member(flat, 'properties');
  const types = required.map((name) => {
    const schema = isObject(properties) ? member(properties, name) : undefined;
    const type = isObject(schema) ? member(schema, 'type') : undefined;
    return [name, objectOf(type === undefined ? [] : [['type', type]])] as const;
  });
  return objectOf([
    ['type', 'object'],
    ['properties', objectOf(types)],
    ...(required.length === 0 ? [] : ([['required', required]] as const)),
  ]);
};
