import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

/** 64, less the longest prefix that VS Code puts before the names of a server. */
const MOST = 64 - 18;

export const copilotNameCut: LintRule = {
  id: 'copilot-name-cut',
  level: 'warning',
  client: { profile: 'copilot', since: LOOKED_UP },
  message: `VS Code cuts names of more than ${MOST} characters, so that two tools may share one.`,
  remedy: 'Register the tool under a shorter id.',
  reference: 'https://github.com/microsoft/vscode/issues/243602',
  matches: ({ toolId }) => (toolId !== null && toolId.length > MOST ? [{ path: '/tool_id' }] : []),
  examples: [
    {
      title: 'a long id',
      tool_id: `support.${'create_'.repeat(6)}`,
      contract: {},
      finds: ['/tool_id'],
    },
    { title: 'a short one', tool_id: 'support.create_ticket', contract: {}, finds: [] },
  ],
};
