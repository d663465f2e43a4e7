import fc from 'fast-check';
import {
  arbitraryInstance,
  arbitrarySchema,
  documentOf,
} from '../../../../test/support/arbitrary-schema.js';
import { forInstance, namesIn } from './for-instance.js';
import { validate } from './validator.js';

const text = { type: 'string' };

describe('a schema as far as an instance can tell', () => {
  it('has no properties but those that the instance has', () => {
    const schema = {
      properties: { a: text, b: { properties: { a: text, c: text } }, d: text },
      required: ['d'],
    };
    const names = namesIn([{ b: { a: 1 } }]);
    expect([...names].sort()).toEqual(['a', 'b']);
    expect(forInstance(schema, '2020-12', names)).toEqual({
      properties: { a: text, b: { properties: { a: text } } },
      required: ['d'],
    });
  });

  it('leaves values alone that only look like schemas', () => {
    const schema = { const: { properties: { a: text } }, enum: [{ properties: { a: text } }] };
    expect(forInstance(schema, '2020-12', new Set())).toEqual(schema);
  });

  it('comes back whole where a reference or an identifier may lead to what is absent', () => {
    const led = [
      { properties: { a: text, b: { $ref: '#/properties/a' } } },
      { properties: { a: { $anchor: 'x' }, b: { $ref: '#x' } } },
      { properties: { a: { $id: 'x' } } },
      { $id: 'https://example.com/x', items: { $ref: 'x#/properties/a' }, properties: { a: text } },
    ];
    for (const schema of led) expect(forInstance(schema, '2020-12', new Set())).toBe(schema);
  });

  it('judges the instance as the whole schema does', () => {
    const law = (schema: Parameters<typeof documentOf>[0], instance: typeof schema): void => {
      const whole = documentOf(schema);
      const part = forInstance(whole, '2020-12', namesIn(instance));
      expect(validate(part, instance)?.valid).toBe(validate(whole, instance)?.valid);
    };
    fc.assert(fc.property(arbitrarySchema, arbitraryInstance, law), { numRuns: 200 });
  });
});
