import { refusedAtRoot } from '../candidates/formats/root-object.js';
import type { LintHit, LintRule } from './lint-rule.js';
import type { LintSubject } from './subject.js';

/** What a client whose format flattens the root is not told of the conditions that stand there. */
export const flattenedRootHits = ({ contract, input }: LintSubject, client: string): LintHit[] => {
  const found = input === null ? [] : refusedAtRoot(contract.input_schema);
  return found.length === 0
    ? []
    : [
        {
          path: '/input_schema',
          message: `${client} takes no ${found.join(', ')} at the root: what it says is taken away there.`,
        },
      ];
};

/** Of each rule whose `matches` is `flattenedRootHits`. */
export const FLATTENED_ROOT_EXAMPLES: LintRule['examples'] = [
  {
    title: 'alternatives at the root',
    contract: {
      input_schema: {
        type: 'object',
        properties: { a: { type: 'boolean', description: 'One.' } },
        anyOf: [{ required: ['a'] }, {}],
      },
    },
    finds: ['/input_schema'],
  },
  {
    title: 'alternatives in a property',
    contract: {
      input_schema: {
        type: 'object',
        properties: {
          a: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'One.' },
        },
      },
    },
    finds: [],
  },
];
