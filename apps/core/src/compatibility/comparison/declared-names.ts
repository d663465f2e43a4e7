import { resolvePointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { createMeter } from '../subsumption/theories/sample.js';
import { hasString } from '../subsumption/theories/sample-strings.js';
import { stringsWith } from '../subsumption/theories/strings.js';

const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLE = ['if', 'then', 'else'] as const;

/** Every property that the schema speaks of for this instance, in branches and references too. */
export const declaredNames = (document: Json, schema: JsonObject): ReadonlySet<string> => {
  const names = new Set<string>();
  const seen = new Set<Json>();
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const name of Object.keys(mapAt(next, 'properties'))) names.add(name);
    waiting.push(...sameInstance(document, next));
  }
  return names;
};

const sameInstance = (document: Json, schema: JsonObject): Json[] => {
  const found: Json[] = [];
  for (const keyword of BRANCHES) {
    const branches = member(schema, keyword);
    if (isArray(branches)) found.push(...branches);
  }
  for (const keyword of SINGLE) found.push(member(schema, keyword) ?? true);
  found.push(...Object.values(mapAt(schema, 'dependentSchemas')));
  const reference = member(schema, '$ref');
  if (typeof reference === 'string' && reference.startsWith('#')) {
    found.push(resolvePointer(document, reference.slice(1)) ?? true);
  }
  return found;
};

const mapAt = (schema: JsonObject, keyword: string): JsonObject => {
  const value = member(schema, keyword);
  return isObject(value) ? value : {};
};

/** The steps for one name against one pattern. */
const BUDGET = 500_000;

/** Whether a stated rule for other keys reads this one: a pattern, or a schema for the rest. */
export const isCoveredByExtras = (schema: JsonObject, name: string): boolean => {
  for (const pattern of Object.keys(mapAt(schema, 'patternProperties'))) {
    if (hasString(stringsWith({ pattern }), name, createMeter(BUDGET)) === true) return true;
  }
  const extras = member(schema, 'additionalProperties');
  return isObject(extras) && Object.keys(extras).length > 0;
};
