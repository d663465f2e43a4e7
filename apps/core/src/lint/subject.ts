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
}

/** What the rules look at, gathered once. A schema that `checkSchema` refuses is left out. */
export interface LintSubject {
  readonly contract: Contract;
  readonly schemas: readonly SchemaPlace[];
  /** Everything in the contract that a model may be shown as prose, or as a long value. */
  readonly texts: readonly Text[];
  readonly patterns: readonly PlacedPattern[];
  /** Null where the input schema cannot be used. */
  readonly input: ResourceIndex | null;
}

export const subjectOf = (contract: Contract): LintSubject => {
  const input = readSide('input', contract.input_schema);
  const output =
    contract.output_schema === undefined ? null : readSide('output', contract.output_schema);
  const sides = [input, output].filter((side) => side !== null);
  return {
    contract,
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
  const { title, description, annotations = {}, errors = [] } = contract;
  const shown = member(annotations, 'title');
  return [
    ...(title === undefined ? [] : [{ path: '/title', text: title }]),
    { path: '/description', text: description },
    ...(typeof shown === 'string' ? [{ path: '/annotations/title', text: shown }] : []),
    ...errors.flatMap((error, index) =>
      error.description === undefined
        ? []
        : [{ path: `/errors/${index}/description`, text: error.description }],
    ),
  ];
};

const PROSE = ['title', 'description', '$comment'];
const VALUES = ['default', 'const', 'enum', 'examples'];

/** Shorter values hold no instructions, and there are many of them. */
const SHORTEST_VALUE = 20;

const textsIn = ({ path, schema }: SchemaPlace): Text[] => [
  ...PROSE.flatMap((keyword) => stringsIn(member(schema, keyword), pointer(path, keyword), 1)),
  ...VALUES.flatMap((keyword) =>
    stringsIn(member(schema, keyword), pointer(path, keyword), SHORTEST_VALUE),
  ),
];

const stringsIn = (value: Json | undefined, path: string, shortest: number): Text[] => {
  if (typeof value === 'string') return value.length < shortest ? [] : [{ path, text: value }];
  if (!isArray(value) && !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    stringsIn(inner, pointer(path, key), shortest),
  );
};
