import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { unsupportedIn } from './openai-pattern.js';
import { rewriter } from './rewritten.js';

type Entry = readonly [string, Json];

/**
 * What OpenAI takes: every array says what its items are, and patterns look neither ahead nor back.
 * One tool that does otherwise costs the whole request. It allows more than the contract does, which
 * still judges each call.
 */
export const forOpenai = rewriter((schema) =>
  withItems(reduced(reduced(schema, keepPattern), keepNames)),
);

/** What Anthropic takes: draft 2020-12, where a tuple is spelt `prefixItems`; it says the same. */
export const forAnthropic = rewriter((schema) => {
  const items = member(schema, 'items');
  if (!isArray(items)) return schema;
  return replaced(
    schema,
    ['items', 'additionalItems', '$schema'],
    [['prefixItems', items], ...stated('items', member(schema, 'additionalItems'))],
  );
});

/** What Gemini takes: nothing beside a `$ref`, which therefore moves into an `anyOf` of its own. */
export const forGemini = rewriter((schema, dialect) => {
  const beside = Object.keys(schema).filter((keyword) => !keyword.startsWith('$'));
  const reference = member(schema, '$ref');
  if (reference === undefined || beside.length === 0) return schema;
  // In draft-07 what stands beside a reference says nothing.
  return dialect === 'draft-07' || Object.hasOwn(schema, 'anyOf')
    ? referenceAlone(schema)
    : replaced(schema, ['$ref'], [['anyOf', [{ $ref: reference }]]]);
});

const referenceAlone = (schema: JsonObject): JsonObject =>
  objectOf(Object.entries(schema).filter(([keyword]) => keyword.startsWith('$')));

const withItems = (schema: JsonObject): JsonObject => {
  const type = member(schema, 'type');
  const isList = type === 'array' || (isArray(type) && type.includes('array'));
  return !isList || isObject(member(schema, 'items'))
    ? schema
    : replaced(schema, ['items'], [['items', {}]]);
};

/** What is left of the value of a keyword; undefined: the keyword goes. */
type Left = (keyword: string, value: Json) => Json | undefined;

const reduced = (schema: JsonObject, left: Left): JsonObject => {
  const entries = Object.entries(schema).flatMap(([keyword, value]): Entry[] =>
    stated(keyword, left(keyword, value)),
  );
  const isSame =
    entries.length === Object.keys(schema).length &&
    entries.every(([keyword, value]) => member(schema, keyword) === value);
  return isSame ? schema : objectOf(entries);
};

const keepPattern: Left = (keyword, value) =>
  keyword === 'pattern' && typeof value === 'string' && unsupportedIn(value).length > 0
    ? undefined
    : value;

const keepNames: Left = (keyword, value) => {
  if (keyword !== 'patternProperties' || !isObject(value)) return value;
  const kept = Object.entries(value).filter(([pattern]) => unsupportedIn(pattern).length === 0);
  return kept.length === Object.keys(value).length ? value : objectOf(kept);
};

const replaced = (schema: JsonObject, gone: readonly string[], put: readonly Entry[]): JsonObject =>
  objectOf([...Object.entries(schema).filter(([keyword]) => !gone.includes(keyword)), ...put]);

const stated = (keyword: string, value: Json | undefined): Entry[] =>
  value === undefined ? [] : [[keyword, value]];
