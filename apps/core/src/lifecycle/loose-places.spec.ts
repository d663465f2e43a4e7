import type { JsonObject } from '../json/value.js';
import { loosePlaces } from './loose-places.js';

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
