import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { ARRAY_WITHOUT_ITEMS_EXAMPLES, arraysWithoutItems } from '../schema-places.js';

export const copilotArrayWithoutItems: LintRule = {
  id: 'copilot-array-without-items',
  level: 'warning',
  client: { profile: 'copilot', since: LOOKED_UP },
  message:
    'VS Code refuses the tool, and the request with it, for an array that does not say what its items are.',
  remedy: 'Add `items`.',
  reference:
    'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts',
  matches: arraysWithoutItems,
  examples: ARRAY_WITHOUT_ITEMS_EXAMPLES,
};
