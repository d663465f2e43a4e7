import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'mcp-metadata-changed',
  side: 'contract',
  aspect: 'mcp',
  action: 'changed',
  bump: 'patch',
  summary: 'Icons, execution hints or metadata that are carried along have changed.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('mcp'),
  message: () => 'What is carried for MCP has changed.',
  examples: [
    {
      title: 'finds other metadata',
      before: { mcp: { _meta: { a: 1 } } },
      after: { mcp: { _meta: { a: 2 } } },
      finds: ['mcp-metadata-changed'],
    },
    {
      title: 'is not meant of hints',
      before: { annotations: { readOnlyHint: true } },
      after: { annotations: { readOnlyHint: false } },
      finds: ['annotations-changed'],
    },
  ],
};
