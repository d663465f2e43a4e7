import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import type { Parameter } from './document.js';

/** Beyond these a schema is no longer described by its parameters, and a hostile one costs time. */
const MAX_PARAMETERS = 200;
const MAX_DEPTH = 8;

const NAMED = ['properties', '$defs', 'definitions'];
const SINGLE = ['items', 'additionalProperties', 'then', 'else'];
const LISTS = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];

/**
 * The parameters of a tool as search sees them: every property at any depth with its title and
 * description. References are not followed: what they name is visited where it is defined.
 */
export const parametersOf = (inputSchema: Json): Parameter[] => {
  const found: Parameter[] = [];
  visit(inputSchema, 0, found);
  return found;
};

const visit = (schema: Json | undefined, depth: number, found: Parameter[]): void => {
  if (!isObject(schema) || depth > MAX_DEPTH) return;
  for (const keyword of NAMED) visitNamed(schema, keyword, depth, found);
  for (const keyword of SINGLE) visit(member(schema, keyword), depth + 1, found);
  for (const keyword of LISTS) {
    const branches = member(schema, keyword);
    if (isArray(branches)) branches.forEach((branch) => visit(branch, depth + 1, found));
  }
};

const visitNamed = (
  schema: JsonObject,
  keyword: string,
  depth: number,
  found: Parameter[],
): void => {
  const named = member(schema, keyword);
  if (!isObject(named)) return;
  for (const [name, child] of Object.entries(named)) {
    if (found.length >= MAX_PARAMETERS) return;
    if (keyword === 'properties') found.push({ name, description: wordsOf(child) });
    visit(child, depth + 1, found);
  }
};

const wordsOf = (schema: Json): string => {
  if (!isObject(schema)) return '';
  return ['title', 'description']
    .map((keyword) => member(schema, keyword))
    .filter((text) => typeof text === 'string')
    .join(' ');
};
