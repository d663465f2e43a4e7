import { objectOf, type Json } from '../json/value.js';
import { parametersOf } from './parameters.js';

describe('the parameters that search sees', () => {
  it('are the properties at any depth with what is said of them', () => {
    const schema = {
      type: 'object',
      properties: {
        order: {
          title: 'Order',
          description: 'What is bought.',
          properties: { sku: { description: 'Article.' } },
        },
        tags: { type: 'array', items: { properties: { label: true } } },
      },
      allOf: [{ properties: { note: {} } }],
      $defs: { address: { properties: { street: { title: 'Street' } } } },
    };
    expect(parametersOf(schema)).toEqual([
      { name: 'order', description: 'Order What is bought.' },
      { name: 'sku', description: 'Article.' },
      { name: 'tags', description: '' },
      { name: 'label', description: '' },
      { name: 'street', description: 'Street' },
      { name: 'note', description: '' },
    ]);
  });

  it('may be called __proto__', () => {
    const properties = objectOf([['__proto__', { description: 'Kept.' }]]);
    expect(parametersOf({ properties })).toEqual([{ name: '__proto__', description: 'Kept.' }]);
  });

  it('are found in nothing where the schema is none', () => {
    expect(parametersOf(true)).toEqual([]);
    expect(parametersOf({ properties: [1], allOf: { a: 1 } })).toEqual([]);
  });

  it('end at a depth and a number', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, true]));
    expect(parametersOf({ properties: wide })).toHaveLength(200);
    let deep: Json = {};
    for (let at = 0; at < 50; at++) deep = { properties: { deeper: deep } };
    expect(parametersOf(deep).length).toBeLessThan(20);
  });
});
