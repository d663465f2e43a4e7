import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';

/**
 * Where an input schema lets arguments through that it does not declare; pointers into the manifest.
 * Branches of a composition are not asked, since closing one of them would close it to the others.
 */
export const loosePlaces = (inputSchema: JsonObject): string[] =>
  placesIn(inputSchema, ROOT, 0, false).flatMap(({ schema, path, branch }) =>
    !branch && declaresObject(schema, path) && !isClosed(schema) ? [path] : [],
  );

const ROOT = '/input_schema';

/** Deeper than any schema that is accepted at registration. */
const MAX_DEPTH = 64;

interface Place {
  readonly schema: JsonObject;
  readonly path: string;
  /** Speaks of the same value as the schema around it. */
  readonly branch: boolean;
}

const ONE_SCHEMA = ['items', 'additionalProperties', 'contains'] as const;
const NAMED_SCHEMAS = ['properties', 'patternProperties', '$defs', 'definitions'] as const;
const ONE_BRANCH = ['then', 'else'] as const;
const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const;

/** Every subschema at which a parameter, or a part of one, is declared. */
const placesIn = (
  schema: Json | undefined,
  path: string,
  depth: number,
  branch: boolean,
): Place[] => {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const below = (child: Json | undefined, childPath: string, inBranch = false) =>
    placesIn(child, childPath, depth + 1, inBranch);
  const list = (keyword: string, inBranch: boolean) => {
    const children = member(schema, keyword);
    if (!isArray(children)) return [];
    return children.flatMap((child, index) =>
      below(child, pointer(path, keyword, index), inBranch),
    );
  };
  const named = (keyword: string) => {
    const children = member(schema, keyword);
    if (!isObject(children)) return [];
    return Object.entries(children).flatMap(([name, child]) =>
      below(child, pointer(path, keyword, name)),
    );
  };
  return [
    { schema, path, branch },
    ...NAMED_SCHEMAS.flatMap(named),
    ...ONE_SCHEMA.flatMap((keyword) => below(member(schema, keyword), pointer(path, keyword))),
    ...ONE_BRANCH.flatMap((keyword) =>
      below(member(schema, keyword), pointer(path, keyword), true),
    ),
    ...list('prefixItems', false),
    ...BRANCHES.flatMap((keyword) => list(keyword, true)),
  ];
};

const declaresObject = (schema: JsonObject, path: string): boolean =>
  path === ROOT || isObject(member(schema, 'properties'));

const isClosed = (schema: JsonObject): boolean =>
  ['additionalProperties', 'unevaluatedProperties'].some((keyword) => {
    const extras = member(schema, keyword);
    return extras === false || (isObject(extras) && Object.keys(extras).length > 0);
  });
