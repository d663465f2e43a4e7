import fc from 'fast-check';
import type { Json } from '../../json/value.js';
import { arbitrarySchema, DEFINITIONS } from '../../../../../test/support/arbitrary-schema.js';
import { decide } from './decide.js';
import { isPlainlySatisfied } from './plainly-satisfied.js';

const text = (more: Record<string, Json>): Json => ({ type: 'string', ...more });
const needs = (schema: Json): Json => ({
  type: 'object',
  properties: { a: schema },
  required: ['a'],
  additionalProperties: false,
});

describe('a schema that is plainly satisfied', () => {
  it.each<[string, Json]>([
    ['an input as most are', needs(text({ description: 'Whom.', minLength: 1, maxLength: 9 }))],
    ['values of which one is of the type', needs({ type: ['string', 'null'], enum: [1, 'one'] })],
    ['no type at all', { minLength: 9, maxLength: 1 }],
    ['bounds with room', needs({ type: 'integer', minimum: 1, maximum: 1 })],
  ])('is told at a glance: %s', (_, schema) => {
    expect(isPlainlySatisfied(schema)).toBe(true);
  });

  it.each<[string, Json]>([
    ['nothing', false],
    ['a required property that allows nothing', needs(false)],
    ['a required property that is not allowed', { ...Object(needs(true)), required: ['b'] }],
    ['bounds without room', needs(text({ minLength: 2, maxLength: 1 }))],
    ['bounds without a whole number', needs({ type: 'integer', minimum: 0.4, maximum: 0.6 })],
    ['values that are too long', needs(text({ enum: ['long'], maxLength: 2 }))],
    ['values of another type', needs({ type: 'boolean', enum: ['true'] })],
    ['what is not read here', needs(text({ not: { type: 'string' } }))],
  ])('is not claimed of %s', (_, schema) => {
    expect(isPlainlySatisfied(schema)).toBe(false);
  });

  it('is never one that is proved to be empty', () => {
    let found = 0;
    fc.assert(
      fc.property(arbitrarySchema, arbitrarySchema, (a, b) => {
        const properties = { a, b };
        const schema = { type: 'object', properties, required: ['a', 'b'], $defs: DEFINITIONS };
        if (!isPlainlySatisfied(schema)) return;
        found += 1;
        expect(decide(schema, false).verdict).not.toBe('holds');
      }),
      { numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(10);
  });
});
