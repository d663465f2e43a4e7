import { argumentTest } from '../input-properties.js';
import type { LintRule } from '../lint-rule.js';

export const confirmArgumentUnknown: LintRule = {
  id: 'confirm-argument-unknown',
  level: 'error',
  message: 'A person is to confirm an argument that the input schema does not declare.',
  remedy: 'Declare the property, or correct the JSON Pointer (`/customer_id`, `/address/city`).',
  reference: 'What is not declared is not shown, so that nobody confirms it.',
  matches: ({ contract: { confirm_arguments: paths = [] }, input }) => {
    if (input === null) return [];
    const isDeclared = argumentTest(input);
    return paths.flatMap((path, index) =>
      isDeclared(path) ? [] : [{ path: `/confirm_arguments/${index}` }],
    );
  },
  examples: [
    {
      title: 'a misspelt property, and the whole of the arguments',
      contract: {
        confirm_arguments: ['/amount', '/ammount', ''],
        input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
      },
      finds: ['/confirm_arguments/1', '/confirm_arguments/2'],
    },
    {
      title: 'nested properties, items, and names that a pattern or a map declares',
      contract: {
        confirm_arguments: ['/to/0/iban', '/to/1/iban', '/meta/any', '/x-id', '/a~1b'],
        input_schema: {
          type: 'object',
          properties: {
            to: { type: 'array', items: { $ref: '#/$defs/account' } },
            meta: { type: 'object', additionalProperties: { type: 'string' } },
            'a/b': true,
          },
          patternProperties: { '^x-': true },
          $defs: { account: { anyOf: [{ properties: { iban: true } }] } },
        },
      },
      finds: [],
    },
    {
      title: 'a property that an open object would let through, and one that is forbidden',
      contract: {
        confirm_arguments: ['/anything', '/never'],
        input_schema: { type: 'object', properties: { never: false } },
      },
      finds: ['/confirm_arguments/0', '/confirm_arguments/1'],
    },
  ],
};
