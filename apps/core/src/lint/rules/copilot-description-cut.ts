import { member } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

const MOST = 1_024;

export const copilotDescriptionCut: LintRule = {
  id: 'copilot-description-cut',
  level: 'note',
  client: { profile: 'copilot', since: LOOKED_UP },
  message: `VS Code cuts the description of an argument after ${MOST} characters for some models.`,
  remedy: `Say what matters in the first ${MOST} characters, or shorten it.`,
  reference:
    'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts',
  matches: (subject) =>
    inputPlaces(subject)
      .filter(({ schema }) => {
        const description = member(schema, 'description');
        return typeof description === 'string' && description.length > MOST;
      })
      .map(({ path }) => ({ path: `${path}/description` })),
  examples: [
    {
      title: 'a long description of an argument',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'boolean', description: 'word '.repeat(205) } },
        },
      },
      finds: ['/input_schema/properties/a/description'],
    },
    {
      title: 'a long description of the tool',
      contract: { description: 'word '.repeat(205) },
      finds: [],
    },
  ],
};
