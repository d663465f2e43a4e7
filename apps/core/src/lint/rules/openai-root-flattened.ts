import { LOOKED_UP } from '../client-profile.js';
import { FLATTENED_ROOT_EXAMPLES, flattenedRootHits } from '../flattened-root.js';
import type { LintRule } from '../lint-rule.js';

export const openaiRootFlattened: LintRule = {
  id: 'openai-root-flattened',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message: 'OpenAI takes no composition at the root, so its conditions are taken away there.',
  remedy: 'Make a tool of each alternative, or move the alternatives into a property.',
  reference: 'https://github.com/langchain-ai/langchainjs/issues/9804',
  matches: (subject) => flattenedRootHits(subject, 'OpenAI'),
  examples: FLATTENED_ROOT_EXAMPLES,
};
