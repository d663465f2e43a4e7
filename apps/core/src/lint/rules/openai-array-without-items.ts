import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { ARRAY_WITHOUT_ITEMS_EXAMPLES, arraysWithoutItems } from '../schema-places.js';

export const openaiArrayWithoutItems: LintRule = {
  id: 'openai-array-without-items',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message: 'OpenAI refuses a whole request for an array that does not say what its items are.',
  remedy: 'Add `items`; the `{}` that the catalog fills in there says nothing to a model.',
  reference: 'https://github.com/mark3labs/mcphost/issues/35',
  matches: arraysWithoutItems,
  examples: ARRAY_WITHOUT_ITEMS_EXAMPLES,
};
