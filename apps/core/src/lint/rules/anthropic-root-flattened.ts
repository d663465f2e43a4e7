import { LOOKED_UP } from '../client-profile.js';
import { FLATTENED_ROOT_EXAMPLES, flattenedRootHits } from '../flattened-root.js';
import type { LintRule } from '../lint-rule.js';

export const anthropicRootFlattened: LintRule = {
  id: 'anthropic-root-flattened',
  level: 'warning',
  client: { profile: 'anthropic', since: LOOKED_UP },
  message: 'Anthropic takes no composition at the root, so its conditions are taken away there.',
  remedy: 'Make a tool of each alternative, or move the alternatives into a property.',
  reference: 'https://github.com/anthropics/claude-code/issues/5319',
  matches: (subject) => flattenedRootHits(subject, 'Anthropic'),
  examples: FLATTENED_ROOT_EXAMPLES,
};
