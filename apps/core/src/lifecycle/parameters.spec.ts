import type { JsonObject } from '../json/value.js';
import { loosePlaces, unboundedPlaces } from './parameters.js';

const closed = { type: 'object', additionalProperties: false };
const word = { type: 'string', maxLength: 9 };

describe('arguments that are not declared', () => {
  it.each<[string, JsonObject, string[]]>([
    ['a closed root', { ...closed, properties: {} }, []],
    ['a silent root', { type: 'object' }, ['/input_schema']],
    ['an open root', { ...closed, additionalProperties: true }, ['/input_schema']],
    ['a root of typed extras', { ...closed, additionalProperties: word }, []],
    [
      'a root closed over its branches',
      { unevaluatedProperties: false, allOf: [{ properties: {} }] },
      [],
    ],
    [
      'a nested object that is silent',
      { ...closed, properties: { 'a/b': { type: 'object', properties: { c: word } } } },
      ['/input_schema/properties/a~1b'],
    ],
    [
      'a silent object in a list',
      { ...closed, properties: { list: { items: { properties: {} } } } },
      ['/input_schema/properties/list/items'],
    ],
    ['a free-form map', { ...closed, properties: { map: { type: 'object' } } }, []],
    [
      'a definition that is silent',
      { ...closed, $defs: { part: { properties: { x: word } } } },
      ['/input_schema/$defs/part'],
    ],
  ])('%s', (_what, schema, places) => {
    expect(loosePlaces(schema)).toEqual(places);
  });
});

describe('parameters of any length', () => {
  it.each<[string, JsonObject, string[]]>([
    ['a string with maxLength', { properties: { a: word } }, []],
    ['a string without', { properties: { a: { type: 'string' } } }, ['/input_schema/properties/a']],
    [
      'a nullable string',
      { properties: { a: { type: ['string', 'null'] } } },
      ['/input_schema/properties/a'],
    ],
    ['a list of words', { properties: { a: { type: 'string', enum: ['x'] } } }, []],
    ['a date', { properties: { a: { type: 'string', format: 'date' } } }, []],
    [
      'a format of any length',
      { properties: { a: { type: 'string', format: 'uri' } } },
      ['/input_schema/properties/a'],
    ],
    [
      'an array without maxItems',
      { properties: { a: { type: 'array', items: word } } },
      ['/input_schema/properties/a'],
    ],
    [
      'an array of strings',
      { properties: { a: { type: 'array', maxItems: 2, items: { type: 'string' } } } },
      ['/input_schema/properties/a/items'],
    ],
    [
      'a branch',
      { anyOf: [true, { properties: { a: { type: 'string' } } }] },
      ['/input_schema/anyOf/1/properties/a'],
    ],
    [
      'a property called constructor',
      { properties: { constructor: { type: 'string' } } },
      ['/input_schema/properties/constructor'],
    ],
  ])('%s', (_what, schema, places) => {
    expect(unboundedPlaces(schema)).toEqual(places);
  });
});
