import { member } from '../../json/value.js';
import { boundsLength } from '../bounded-text.js';
import { allowsType, hasAny, listsValues } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

export const stringWithoutMaxLength: LintRule = {
  id: 'string-without-max-length',
  level: 'warning',
  message: 'A text of any length is taken here.',
  remedy: 'Set a `maxLength`, or list the values in an `enum`.',
  reference: 'OWASP API4 (unrestricted resource consumption); models also fill what is unbounded.',
  matches: ({ schemas }) =>
    schemas
      .filter(
        ({ side, schema }) =>
          side === 'input' &&
          allowsType(schema, 'string') &&
          !hasAny(schema, 'maxLength') &&
          !listsValues(schema) &&
          !boundsLength(member(schema, 'format'), member(schema, 'pattern')),
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'a string, one that may be null, one whose pattern has no end',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: ['string', 'null'], format: 'uri' },
            c: { type: 'string', pattern: '^[a-z]+$' },
          },
        },
      },
      finds: [
        '/input_schema/properties/a',
        '/input_schema/properties/b',
        '/input_schema/properties/c',
      ],
    },
    {
      title: 'bounds, values, short formats and patterns, and the output',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'string', maxLength: 10 },
            b: { type: 'string', enum: ['x'] },
            c: { type: 'string', format: 'uuid' },
            d: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
          },
        },
        output_schema: { type: 'string' },
      },
      finds: [],
    },
  ],
};
