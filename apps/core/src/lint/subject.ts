import type { Contract } from '../contract/contract.js';
import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import { checkSchema } from '../schema/check-schema.js';
import type { Dialect } from '../schema/dialect.js';
import { patternsOf, type PlacedPattern } from '../schema/pattern-faults.js';
import { everySchema, type Located } from '../schema/reachable.js';
import { indexResources, type ResourceIndex } from '../schema/resources.js';

/** A schema of the contract that is an object, with its place in the manifest. */
export interface SchemaPlace {
  readonly side: 'input' | 'output';
  readonly path: string;
  readonly schema: JsonObject;
  readonly dialect: Dialect;
}

export interface Text {
  readonly path: string;
  readonly text: string;
  /** Prose is read as it stands; a value or a name is one of many and says little by itself. */
  readonly kind: 'prose' | 'value';
}

/** What the rules look at, gathered once. A schema that `checkSchema` refuses is left out. */
export interface LintSubject {
  readonly contract: Contract;
  /** Null where the contract is looked at without its tool. */
  readonly toolId: string | null;
  readonly schemas: readonly SchemaPlace[];
  /** Everything in the contract that a model may be shown. */
  readonly texts: readonly Text[];
  readonly patterns: readonly PlacedPattern[];
  /** Null where the input schema cannot be used. */
  readonly input: ResourceIndex | null;
}

export const subjectOf = (contract: Contract, toolId: string | null = null): LintSubject => {
  const input = readSide('input', contract.input_schema);
  const output =
    contract.output_schema === undefined ? null : readSide('output', contract.output_schema);
  const sides = [input, output].filter((side) => side !== null);
  return {
    contract,
    toolId,
    input: input?.index ?? null,
    schemas: sides.flatMap(({ schemas }) => schemas),
    patterns: sides.flatMap(({ patterns }) => patterns),
    texts: [...textsOf(contract), ...sides.flatMap(({ schemas }) => schemas.flatMap(textsIn))],
  };
};

interface SideReading {
  readonly index: ResourceIndex;
  readonly schemas: readonly SchemaPlace[];
  readonly patterns: readonly PlacedPattern[];
}

const readSide = (side: 'input' | 'output', schema: Json): SideReading | null => {
  if (checkSchema(schema, side).length > 0) return null;
  const index = indexResources(schema);
  const located = everySchema(index);
  const base = `/${side}_schema`;
  return {
    index,
    schemas: [...located.values()].flatMap((at) => placeOf(side, base, at)),
    patterns: patternsOf(located).map((placed) => ({ ...placed, pointer: base + placed.pointer })),
  };
};

const placeOf = (side: 'input' | 'output', base: string, at: Located): SchemaPlace[] =>
  isObject(at.schema)
    ? [{ side, path: base + at.pointer, schema: at.schema, dialect: at.dialect }]
    : [];

const textsOf = (contract: Contract): Text[] => {
  const { title, description, tags = [], annotations = {}, mcp = {}, errors = [] } = contract;
  return [
    ...stringsIn(title, '/title', 'prose'),
    ...stringsIn(description, '/description', 'prose'),
    ...stringsIn(tags, '/tags', 'value'),
    ...stringsIn(annotations, '/annotations', 'prose'),
    ...stringsIn(mcp._meta, '/mcp/_meta', 'prose'),
    ...errors.flatMap(({ code, description: text }, index) => [
      ...stringsIn(code, `/errors/${index}/code`, 'value'),
      ...stringsIn(text, `/errors/${index}/description`, 'prose'),
    ]),
  ];
};

const PROSE = ['title', 'description', '$comment'];
const VALUES = ['default', 'const', 'enum', 'examples'];

const textsIn = ({ path, schema }: SchemaPlace): Text[] => {
  const texts: Text[] = [];
  // Most schemas have one or two of them.
  const addAll = (keywords: readonly string[], kind: Text['kind']): void => {
    for (const keyword of keywords) {
      const value = member(schema, keyword);
      if (value === undefined) continue;
      // Not `push(...)`: there may be more of them than a call may have arguments.
      for (const text of stringsIn(value, pointer(path, keyword), kind)) texts.push(text);
    }
  };
  addAll(PROSE, 'prose');
  addAll(VALUES, 'value');
  for (const name of Object.keys(objectAt(schema, 'properties'))) {
    texts.push({ path: pointer(path, 'properties', name), text: name, kind: 'value' });
  }
  return texts;
};

const objectAt = (schema: JsonObject, keyword: string): JsonObject => {
  const value = member(schema, keyword);
  return isObject(value) ? value : {};
};

/** The texts within a value, the names of its members included. */
const stringsIn = (value: Json | undefined, path: string, kind: Text['kind']): Text[] => {
  if (typeof value === 'string') return [{ path, text: value, kind }];
  if (!isArray(value) && !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = pointer(path, key);
    const name: Text[] = isArray(value) ? [] : [{ path: at, text: key, kind: 'value' }];
    return [...name, ...stringsIn(inner, at, kind)];
  });
};
