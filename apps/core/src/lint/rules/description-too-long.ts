import { member } from '../../json/value.js';
import type { LintHit, LintRule } from '../lint-rule.js';

/** Of 887 published tools one in sixty says more. */
const MOST_OF_TOOL = 2_000;
const MOST_OF_SCHEMA = 1_000;

export const descriptionTooLong: LintRule = {
  id: 'description-too-long',
  level: 'warning',
  message: 'The description is longer than a model attends to.',
  remedy: `Keep to ${MOST_OF_TOOL} characters for the tool and ${MOST_OF_SCHEMA} for an argument; move manuals into a tool or a resource of their own.`,
  reference: 'It is sent with every request, for every tool in it, and some clients cut it off.',
  matches: ({ contract, schemas }) => [
    ...hit('/description', contract.description, MOST_OF_TOOL),
    ...schemas
      .filter(({ side }) => side === 'input')
      .flatMap(({ path, schema }) =>
        hit(`${path}/description`, member(schema, 'description'), MOST_OF_SCHEMA),
      ),
  ],
  examples: [
    {
      title: 'a manual, of the tool and of an argument',
      contract: {
        description: 'word '.repeat(401),
        input_schema: {
          type: 'object',
          properties: { a: { type: 'boolean', description: 'word '.repeat(201) } },
        },
      },
      finds: ['/description', '/input_schema/properties/a/description'],
    },
    {
      title: 'as long as may be',
      contract: {
        description: 'word '.repeat(400),
        input_schema: {
          type: 'object',
          properties: { a: { type: 'boolean', description: 'word '.repeat(200) } },
        },
      },
      finds: [],
    },
  ],
};

const hit = (path: string, text: unknown, most: number): LintHit[] =>
  typeof text === 'string' && text.length > most
    ? [{ path, message: `The description has ${text.length} characters, more than ${most}.` }]
    : [];
