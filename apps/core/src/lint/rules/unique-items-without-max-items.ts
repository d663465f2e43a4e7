import { member } from '../../json/value.js';
import { hasAny } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

export const uniqueItemsWithoutMaxItems: LintRule = {
  id: 'unique-items-without-max-items',
  level: 'warning',
  message: 'Comparing all items of an unbounded list with each other takes quadratic time.',
  remedy: 'Set a `maxItems` beside `uniqueItems`.',
  reference: 'Five thousand objects take a common validator more than a second.',
  matches: ({ schemas }) =>
    schemas
      .filter(({ schema }) => member(schema, 'uniqueItems') === true && !hasAny(schema, 'maxItems'))
      .map(({ path }) => ({ path: `${path}/uniqueItems` })),
  examples: [
    {
      title: 'an unbounded list, in the output too',
      contract: {
        output_schema: { type: 'array', uniqueItems: true },
      },
      finds: ['/output_schema/uniqueItems'],
    },
    {
      title: 'a bounded list, and one that need not be unique',
      contract: {
        output_schema: {
          prefixItems: [{ uniqueItems: true, maxItems: 9 }, { uniqueItems: false }],
        },
      },
      finds: [],
    },
  ],
};
