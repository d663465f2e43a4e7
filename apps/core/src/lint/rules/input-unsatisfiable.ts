import { isEmpty } from '../../compatibility/subsumption/is-empty.js';
import type { LintRule } from '../lint-rule.js';

/** Enough for every real schema seen so far, and a few milliseconds where it is not. */
const BUDGET = 20_000;

export const inputUnsatisfiable: LintRule = {
  id: 'input-unsatisfiable',
  level: 'error',
  message: 'Nothing satisfies the input schema, so that no call can succeed.',
  remedy: 'Remove the contradiction, for example a required property whose schema is false.',
  reference: 'A tool that cannot be called is not one; JSON Schema itself allows such schemas.',
  matches: ({ contract, input }) =>
    input !== null && isEmpty(contract.input_schema, BUDGET) ? [{ path: '/input_schema' }] : [],
  examples: [
    {
      title: 'a required property that allows no value',
      contract: { input_schema: { type: 'object', required: ['a'], properties: { a: false } } },
      finds: ['/input_schema'],
    },
    {
      title: 'bounds that exclude each other, behind a composition',
      contract: {
        input_schema: {
          type: 'object',
          required: ['n'],
          allOf: [{ properties: { n: { type: 'integer', minimum: 5 } } }],
          properties: { n: { maximum: 4 } },
        },
      },
      finds: ['/input_schema'],
    },
    {
      title: 'an optional property that allows no value',
      contract: { input_schema: { type: 'object', properties: { a: false } } },
      finds: [],
    },
  ],
};
