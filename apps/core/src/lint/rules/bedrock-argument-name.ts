import { ODD_ARGUMENT_EXAMPLES, oddArgumentHits } from '../arguments-of.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

export const bedrockArgumentName: LintRule = {
  id: 'bedrock-argument-name',
  level: 'warning',
  client: { profile: 'bedrock', since: LOOKED_UP },
  message: 'The Converse API refuses a whole request to Claude for the name of this argument.',
  remedy: 'Name arguments with letters, digits, `_`, `.` and `-`, 64 at most.',
  reference:
    'https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709',
  matches: oddArgumentHits,
  examples: ODD_ARGUMENT_EXAMPLES,
};
