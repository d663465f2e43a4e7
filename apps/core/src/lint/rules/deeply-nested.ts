import type { JsonObject } from '../../json/value.js';
import type { LintRule } from '../lint-rule.js';
import { levelsOf } from '../schema-depth.js';

/** Of 887 published tools one in nineteen goes deeper. */
const MOST = 5;

const nested = (levels: number): JsonObject =>
  levels === 0
    ? { type: 'boolean', description: 'One.' }
    : { type: 'object', description: 'One.', properties: { a: nested(levels - 1) } };

export const deeplyNested: LintRule = {
  id: 'deeply-nested',
  level: 'note',
  message: `A value lies more than ${MOST} levels deep in the arguments.`,
  remedy: 'Flatten the arguments, or take the id of what is stored elsewhere.',
  reference: 'Models lose their place in deep objects, and strict modes limit the depth.',
  matches: ({ schemas }) =>
    schemas
      .filter(({ side, path }) => side === 'input' && levelsOf(path) === MOST + 1)
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'six levels',
      contract: { input_schema: nested(7) },
      finds: [`/input_schema${'/properties/a'.repeat(6)}`],
    },
    { title: 'five levels', contract: { input_schema: nested(5) }, finds: [] },
  ],
};
