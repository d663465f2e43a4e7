import { isArray, isObject, member, objectOf, type JsonObject } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { levelsOf } from '../schema-depth.js';
import { inputPlaces } from '../schema-places.js';

const MOST_PROPERTIES = 5_000;
const MOST_LEVELS = 10;
const MOST_VALUES = 1_000;
const MOST_CHARACTERS = 120_000;

export const openaiStrictSize: LintRule = {
  id: 'openai-strict-size',
  level: 'note',
  client: { profile: 'openai-strict', since: LOOKED_UP },
  message: 'With `strict: true` OpenAI refuses a schema of this size.',
  remedy: 'Make several tools of it, or send the tool without `strict`.',
  reference: 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  matches: (subject) => {
    const places = inputPlaces(subject);
    const schemas = places.map(({ schema }) => schema);
    const names = schemas.flatMap(namesIn);
    const values = schemas.flatMap(valuesIn);
    const over = [
      tooMany('properties', schemas.flatMap(propertiesIn).length, MOST_PROPERTIES),
      tooMany('levels', Math.max(0, ...places.map(({ path }) => levelsOf(path))), MOST_LEVELS),
      tooMany('values of enums', values.length, MOST_VALUES),
      tooMany(
        'characters of names and values',
        [...names, ...values].join('').length,
        MOST_CHARACTERS,
      ),
    ].filter((text) => text !== null);
    return over.length === 0
      ? []
      : [
          {
            path: '/input_schema',
            message: `With \`strict: true\` OpenAI refuses ${over.join(' and ')}.`,
          },
        ];
  },
  examples: [
    {
      title: 'more values than can be chosen from',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: {
              enum: Array.from({ length: 1_001 }, (_, index) => `v${index}`),
              description: 'One.',
            },
          },
        },
      },
      finds: ['/input_schema'],
    },
    {
      title: 'a thousand',
      contract: {
        input_schema: {
          type: 'object',
          properties: objectOf([
            [
              'a',
              { enum: Array.from({ length: 1_000 }, (_, index) => index), description: 'One.' },
            ],
          ]),
        },
      },
      finds: [],
    },
  ],
};

const tooMany = (what: string, count: number, most: number): string | null =>
  count > most ? `${count} ${what} (${most} are taken)` : null;

const keysAt = (schema: JsonObject, keyword: string): readonly string[] => {
  const inside = member(schema, keyword);
  return isObject(inside) ? Object.keys(inside) : [];
};

const propertiesIn = (schema: JsonObject): readonly string[] => keysAt(schema, 'properties');

const namesIn = (schema: JsonObject): readonly string[] => [
  ...propertiesIn(schema),
  ...keysAt(schema, '$defs'),
];

const valuesIn = (schema: JsonObject): readonly string[] => {
  const listed = member(schema, 'enum');
  const only = member(schema, 'const');
  return [...(isArray(listed) ? listed : []), ...(only === undefined ? [] : [only])].map(String);
};
