import { isArray, type Json, type JsonObject } from '../../json/value.js';
import { PLACES } from '../../schema/dialect.js';
import { hasWholeJsonSchema, type Edition } from './document.js';

/** One schema object in the words of 2020-12; the schemas inside it still speak the old ones. */
export interface Translation {
  readonly keywords: ReadonlyMap<string, Json>;
  /** What is no keyword of the edition and therefore was left out. */
  readonly ignored: readonly string[];
}

const OF_BOTH = [
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'format'],
  ...['type', 'enum', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems'],
  ...['maxProperties', 'minProperties', 'required', 'discriminator', 'example'],
];

/** OpenAPI 2.0 and 3.0 choose from draft-04; what they leave out of it means what it means there. */
const OLD_WORDS: ReadonlySet<string> = new Set([
  ...OF_BOTH,
  ...['nullable', 'x-nullable'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'items', 'properties', 'patternProperties'],
  'additionalProperties',
]);

const NEW_WORDS: ReadonlySet<string> = new Set([
  ...OF_BOTH,
  ...PLACES['2020-12'].keys(),
  ...['$comment', 'const', 'maxContains', 'minContains', 'dependentRequired', 'examples'],
  ...['contentEncoding', 'contentMediaType'],
]);

/** Says nothing about an instance: where it stands, how it is written in XML, where to read on. */
const SILENT: ReadonlySet<string> = new Set([
  ...['$ref', '$defs', 'definitions', '$id', '$anchor', '$dynamicAnchor', '$schema', '$vocabulary'],
  ...['xml', 'externalDocs'],
]);

/**
 * Translates one schema object, exactly: a bound that is exclusive by a boolean becomes a number,
 * `nullable` widens the type that stands beside it (and nothing else: an `enum` without null still
 * refuses null, as OpenAPI 3.0.3 made clear), `byte` and `binary` become content keywords, and an
 * example a list of one.
 */
export const translate = (schema: JsonObject, edition: Edition): Translation => {
  const isNew = hasWholeJsonSchema(edition);
  const words = isNew ? NEW_WORDS : OLD_WORDS;
  const keywords = new Map<string, Json>();
  const ignored: string[] = [];
  for (const [word, value] of Object.entries(schema)) {
    if (SILENT.has(word)) continue;
    if (words.has(word)) keywords.set(word, value);
    else if (!word.startsWith('x-')) ignored.push(word);
  }
  if (!isNew) fromOldWords(keywords);
  // An annotation that is ill-written says nothing, and no less of the instances.
  if (keywords.has('examples') && !isArray(keywords.get('examples'))) {
    keywords.delete('examples');
    ignored.push('examples');
  }
  exampleAsList(keywords);
  nameDiscriminator(keywords);
  return { keywords, ignored };
};

function fromOldWords(keywords: Map<string, Json>): void {
  exclusiveBound(keywords, 'exclusiveMinimum', 'minimum');
  exclusiveBound(keywords, 'exclusiveMaximum', 'maximum');
  if (keywords.get('type') === 'file') {
    keywords.set('type', 'string');
    keywords.set('format', 'binary');
  }
  formatAsContent(keywords);
  nullAsType(keywords);
  tupleAsPrefix(keywords);
}

/** A bound without the boolean's partner bounds nothing. */
function exclusiveBound(keywords: Map<string, Json>, exclusive: string, bound: string): void {
  const flag = keywords.get(exclusive);
  if (typeof flag !== 'boolean') return;
  keywords.delete(exclusive);
  const value = keywords.get(bound);
  if (!flag || value === undefined) return;
  keywords.delete(bound);
  keywords.set(exclusive, value);
}

function nullAsType(keywords: Map<string, Json>): void {
  const isNullable = [keywords.get('nullable'), keywords.get('x-nullable')].includes(true);
  keywords.delete('nullable');
  keywords.delete('x-nullable');
  const type = keywords.get('type');
  if (!isNullable || type === undefined) return;
  const types = isArray(type) ? type : [type];
  if (!types.includes('null')) keywords.set('type', [...types, 'null']);
}

const CONTENT: Readonly<Record<string, readonly [string, string]>> = {
  byte: ['contentEncoding', 'base64'],
  base64: ['contentEncoding', 'base64'],
  binary: ['contentMediaType', 'application/octet-stream'],
};

function formatAsContent(keywords: Map<string, Json>): void {
  const format = keywords.get('format');
  const content =
    typeof format === 'string' && Object.hasOwn(CONTENT, format) ? CONTENT[format] : undefined;
  if (content === undefined || keywords.get('type') !== 'string') return;
  keywords.delete('format');
  keywords.set(...content);
}

/** A list under `items` is the tuple of draft-04; 2020-12 gave it a keyword of its own. */
function tupleAsPrefix(keywords: Map<string, Json>): void {
  const items = keywords.get('items');
  if (!isArray(items)) return;
  keywords.delete('items');
  if (items.length > 0) keywords.set('prefixItems', items);
}

function exampleAsList(keywords: Map<string, Json>): void {
  const example = keywords.get('example');
  keywords.delete('example');
  if (example === undefined) return;
  const examples = keywords.get('examples');
  keywords.set('examples', isArray(examples) ? [...examples, example] : [example]);
}

/** In 2.0 it is the bare name of the property. */
function nameDiscriminator(keywords: Map<string, Json>): void {
  const discriminator = keywords.get('discriminator');
  if (typeof discriminator === 'string') {
    keywords.set('discriminator', { propertyName: discriminator });
  }
}
