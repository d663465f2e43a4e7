import { objectOf } from '../../json/value.js';
import { argumentNames } from '../arguments-of.js';
import type { LintRule } from '../lint-rule.js';

/** Of 887 published tools one in fifty-five takes more. */
const MOST = 15;

const properties = (count: number) =>
  objectOf(
    Array.from({ length: count }, (_, index) => [
      `p${index}`,
      { type: 'boolean', description: 'One.' },
    ]),
  );

export const manyArguments: LintRule = {
  id: 'many-arguments',
  level: 'warning',
  message: `The tool takes more than ${MOST} arguments.`,
  remedy: 'Make a tool of each task, and leave out what no agent needs to say.',
  reference: 'The more arguments there are, the more of them a model fills wrongly.',
  matches: (subject) => {
    const count = argumentNames(subject).length;
    return count > MOST
      ? [{ path: '/input_schema/properties', message: `The tool takes ${count} arguments.` }]
      : [];
  },
  examples: [
    {
      title: 'sixteen, some of them behind a composition',
      contract: {
        input_schema: {
          type: 'object',
          properties: properties(10),
          allOf: [
            {
              properties: objectOf(
                Object.entries(properties(6)).map(([name, schema]) => [`q${name}`, schema]),
              ),
            },
          ],
        },
      },
      finds: ['/input_schema/properties'],
    },
    {
      title: 'fifteen',
      contract: { input_schema: { type: 'object', properties: properties(15) } },
      finds: [],
    },
  ],
};
