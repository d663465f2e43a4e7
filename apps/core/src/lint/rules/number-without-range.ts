import { allowsType, hasAny, listsValues } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

export const numberWithoutRange: LintRule = {
  id: 'number-without-range',
  level: 'warning',
  message: 'A number of any size is taken here.',
  remedy: 'Set `minimum` and `maximum`.',
  reference: 'OWASP API4 (unrestricted resource consumption): limits and offsets above all.',
  matches: ({ schemas }) =>
    schemas
      .filter(
        ({ side, schema }) =>
          side === 'input' &&
          allowsType(schema, 'number', 'integer') &&
          !listsValues(schema) &&
          !(
            hasAny(schema, 'minimum', 'exclusiveMinimum') &&
            hasAny(schema, 'maximum', 'exclusiveMaximum')
          ),
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'no bound, or one only',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'number' }, b: { type: 'integer', minimum: 0 } },
        },
      },
      finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
    },
    {
      title: 'both bounds, or values',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
            b: { type: 'integer', enum: [1, 2] },
          },
        },
      },
      finds: [],
    },
  ],
};
