import { ODD_ARGUMENT_EXAMPLES, oddArgumentHits } from '../arguments-of.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

export const anthropicArgumentName: LintRule = {
  id: 'anthropic-argument-name',
  level: 'warning',
  client: { profile: 'anthropic', since: LOOKED_UP },
  message: 'Anthropic refuses a whole request for the name of this argument.',
  remedy: 'Name arguments with letters, digits, `_`, `.` and `-`, 64 at most.',
  reference: 'https://github.com/anthropics/claude-code/issues/79418',
  matches: oddArgumentHits,
  examples: ODD_ARGUMENT_EXAMPLES,
};
