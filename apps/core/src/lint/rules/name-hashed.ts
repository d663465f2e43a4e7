import { clientName } from '../../candidates/formats/client-name.js';
import type { LintRule } from '../lint-rule.js';

export const nameHashed: LintRule = {
  id: 'name-hashed',
  level: 'note',
  message: 'Clients without dots in names see the tool under a name that ends in a hash.',
  remedy:
    'Choose an id of at most 64 characters without `__`, `_.`, `._`, and no twelve hex digits at its end.',
  reference: 'OpenAI, Anthropic, Gemini and Bedrock take 64 letters, digits, `_` and `-`.',
  matches: ({ toolId }) => {
    if (toolId === null) return [];
    const name = clientName(toolId);
    return name === toolId.replaceAll('.', '__')
      ? []
      : [{ path: '/tool_id', message: `Clients without dots in names see the tool as ${name}.` }];
  },
  examples: [
    {
      title: 'two underscores',
      tool_id: 'support.create__ticket',
      contract: {},
      finds: ['/tool_id'],
    },
    { title: 'a dot', tool_id: 'support.create_ticket', contract: {}, finds: [] },
  ],
};
