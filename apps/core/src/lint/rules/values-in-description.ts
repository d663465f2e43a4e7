import { member } from '../../json/value.js';
import { allowsType, hasAny, listsValues } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';
import { listedValues } from '../listed-values.js';

const MOST_TOLD = 5;

export const valuesInDescription: LintRule = {
  id: 'values-in-description',
  level: 'warning',
  message: 'The description lists the values that are taken, and the schema takes any text.',
  remedy: 'List the values in an `enum`.',
  reference: 'A model keeps to an enum; prose it only reads, and nothing checks it.',
  matches: ({ schemas }) =>
    schemas.flatMap(({ side, path, schema }) => {
      const description = member(schema, 'description');
      const isFree =
        side === 'input' &&
        allowsType(schema, 'string') &&
        !listsValues(schema) &&
        !hasAny(schema, 'pattern', '$ref', 'oneOf', 'anyOf');
      const values = isFree && typeof description === 'string' ? listedValues(description) : null;
      if (values === null) return [];
      const more = values.length > MOST_TOLD ? ' …' : '';
      const told = `${values.slice(0, MOST_TOLD).join(', ')}${more}`;
      return [{ path, message: `The description lists the values that are taken (${told}).` }];
    }),
  examples: [
    {
      title: 'a closed list in prose',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'string', description: 'The possible values are: Top, Center, Bottom.' },
            b: { type: 'string', description: 'Order of the result, one of asc or desc' },
            c: { type: ['string', 'null'], description: "Must be one of 'open', 'closed'." },
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
      title: 'examples, a list that goes on, several values in one text, and an enum',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'string', description: 'A country code (e.g. "US", "DE").' },
            b: { type: 'string', description: 'Possible values are: task, survey, and more.' },
            c: { type: 'string', description: 'Comma-separated, each must be one of a, b.' },
            d: { type: 'string', enum: ['x', 'y'], description: 'Must be one of x, y.' },
            e: { type: 'string', description: 'One of url or html is required.' },
          },
        },
      },
      finds: [],
    },
  ],
};
