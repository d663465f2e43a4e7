import type { LintRule } from '../lint-rule.js';

export const outputSchemaMissing: LintRule = {
  id: 'output-schema-missing',
  level: 'warning',
  message: 'Nothing says what the tool answers.',
  remedy: 'Add an `output_schema`.',
  reference:
    'MCP, structured content: without one, changes of the answer go unseen by the catalog.',
  matches: ({ contract }) =>
    contract.output_schema === undefined ? [{ path: '/output_schema' }] : [],
  examples: [
    { title: 'no output schema', contract: {}, finds: ['/output_schema'] },
    { title: 'one that takes everything', contract: { output_schema: true }, finds: [] },
  ],
};
