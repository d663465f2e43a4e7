import { pointer, resolvePointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json } from '../../json/value.js';
import { PLACES, subschemasOf } from '../../schema/dialect.js';
import type { Change } from '../change.js';
import { ANNOTATIONS, isEqual, TEXTS } from './equality.js';
import { note, pathAt, stepInto, type Pair } from './pair.js';

/** Keywords that other files of this folder compare, since they bear on validation. */
const ASSERTIONS: ReadonlySet<string> = new Set([
  ...PLACES['2020-12'].keys(),
  ...PLACES['draft-07'].keys(),
  ...['type', 'enum', 'const', 'required', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties'],
  ...['maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor', '$schema'],
]);

const ASPECT_OF: ReadonlyMap<string, Change['aspect']> = new Map([
  ...[...TEXTS].map((keyword) => [keyword, 'text'] as const),
  ['default', 'default'],
  ['examples', 'examples'],
  ['deprecated', 'deprecated'],
]);

/** They describe what a string carries, and assert nothing. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([...ANNOTATIONS, 'contentSchema']);

/** Title, description, default and all else that admits and refuses nothing at this node. */
export const compareAnnotations = (pair: Pair): void => {
  const keywords = new Set([...Object.keys(pair.before), ...Object.keys(pair.after)]);
  for (const keyword of keywords) {
    if (ASSERTIONS.has(keyword) && !DESCRIPTIVE.has(keyword)) continue;
    const aspect = ASPECT_OF.get(keyword) ?? 'annotation';
    const before = read(aspect, member(pair.before, keyword));
    const after = read(aspect, member(pair.after, keyword));
    if (isEqual(before, after)) continue;
    note(pair, {
      aspect,
      action: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      path: pathAt(pair, keyword),
      subject: keyword,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      edits: [],
    });
  }
};

/** An empty text, an empty list of examples and `deprecated: false` say nothing. */
const read = (aspect: Change['aspect'], value: Json | undefined): Json | undefined => {
  if (aspect === 'text' && typeof value === 'string' && value.trim() === '') return undefined;
  if (aspect === 'deprecated' && value === false) return undefined;
  if (aspect === 'examples' && isArray(value) && value.length === 0) return undefined;
  return value;
};

/** Keywords whose schemas are judged as a whole. Their texts are read all the same. */
const JUDGED_WHOLE: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/** The annotations inside such keywords, wherever both documents have a schema. */
export const compareAnnotationsInside = (pair: Pair): void => {
  const { before, after } = pair;
  for (const { keyword, tokens, schema } of subschemasOf(before, '2020-12')) {
    if (JUDGED_WHOLE.has(keyword)) descend(pair, tokens, schema, at(after, tokens));
  }
};

const at = (schema: Json, tokens: readonly string[]): Json | undefined =>
  resolvePointer(schema, pointer('', ...tokens));

const descend = (
  pair: Pair,
  tokens: readonly string[],
  before: Json,
  after: Json | undefined,
): void => {
  if (!isObject(before) || !isObject(after) || isEqual(before, after)) return;
  const inner = stepInto(pair, tokens, before, after);
  compareAnnotations(inner);
  for (const { tokens: further, schema } of subschemasOf(before, '2020-12')) {
    descend(inner, further, schema, at(after, further));
  }
};
