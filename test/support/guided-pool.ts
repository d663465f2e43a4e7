/** What two schemas mention: the material that instances which tell them apart are made of. */
import { createMeter } from '#core/compatibility/subsumption/theories/sample.js';
import { sampleStrings } from '#core/compatibility/subsumption/theories/sample-strings.js';
import { stringsWith } from '#core/compatibility/subsumption/theories/strings.js';
import { isArray, isObject, type Json } from '#core/json/value.js';

/** Values, limits and their neighbours, texts, and names of properties. */
export interface Pool {
  readonly values: Json[];
  readonly numbers: number[];
  readonly strings: string[];
  readonly names: string[];
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'dependentRequired', 'dependentSchemas']);

export const poolOf = (...documents: readonly Json[]): Pool => {
  const pool: Pool = {
    values: [],
    numbers: [0, 1, -1, 0.5, 2 ** 31],
    strings: ['', 'a', 'ab', '0', '😀'],
    names: ['a', 'other'],
  };
  for (const document of documents) gather(pool, document, '');
  return pool;
};

const gather = (pool: Pool, value: Json, keyword: string): void => {
  if (typeof value === 'number') pool.numbers.push(value, value + 1, value - 1, value + 0.5);
  if (typeof value === 'string') gatherText(pool, value, keyword);
  if (keyword === 'const') pool.values.push(value);
  if (isArray(value)) gatherList(pool, value, keyword);
  else if (isObject(value)) gatherMembers(pool, Object.entries(value), keyword);
};

const gatherList = (pool: Pool, list: readonly Json[], keyword: string): void => {
  for (const value of list) {
    if (keyword === 'enum') pool.values.push(value);
    gather(pool, value, keyword);
  }
};

const gatherMembers = (pool: Pool, members: readonly [string, Json][], keyword: string): void => {
  const isMap = MAPS.has(keyword);
  for (const [key, inner] of members) {
    if (isMap) pool.names.push(key);
    if (keyword === 'patternProperties') pool.names.push(...matching(key));
    gather(pool, inner, isMap ? '' : key);
  }
};

const gatherText = (pool: Pool, text: string, keyword: string): void => {
  if (keyword === 'required' || keyword === 'dependentRequired') pool.names.push(text);
  if (keyword === 'pattern') pool.strings.push(...matching(text));
  if (keyword === 'enum' || keyword === 'const') pool.strings.push(text, `${text}x`);
};

const matching = (pattern: string): readonly string[] =>
  sampleStrings(stringsWith({ pattern }), 3, createMeter(5_000)).values;
