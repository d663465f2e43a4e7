import { isArray, member, type JsonObject } from '../../json/value.js';
import { allowsType, hasAny, listsValues } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

/** Only so many items: behind the listed ones nothing may follow. */
const isTuple = (schema: JsonObject): boolean =>
  (hasAny(schema, 'prefixItems') && member(schema, 'items') === false) ||
  (isArray(member(schema, 'items')) && member(schema, 'additionalItems') === false);

export const arrayWithoutMaxItems: LintRule = {
  id: 'array-without-max-items',
  level: 'warning',
  message: 'Any number of items is taken here.',
  remedy: 'Set a `maxItems`.',
  reference: 'OWASP API4 (unrestricted resource consumption).',
  matches: ({ schemas }) =>
    schemas
      .filter(
        ({ side, schema }) =>
          side === 'input' &&
          allowsType(schema, 'array') &&
          !hasAny(schema, 'maxItems') &&
          !listsValues(schema) &&
          !isTuple(schema),
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'a list, and a tuple that goes on',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'array', items: { type: 'boolean' } },
            b: { type: 'array', prefixItems: [true] },
          },
        },
      },
      finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
    },
    {
      title: 'a bounded list, and a closed tuple',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'array', maxItems: 10 },
            b: { type: 'array', prefixItems: [true], items: false },
          },
        },
      },
      finds: [],
    },
  ],
};
