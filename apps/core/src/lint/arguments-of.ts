import { flatRoot } from '../candidates/formats/root-object.js';
import { isObject, member } from '../json/value.js';
import type { LintHit, LintRule } from './lint-rule.js';
import type { LintSubject } from './subject.js';

/** The names of the arguments, those that a composition at the root declares included. */
export const argumentNames = ({ contract, input }: LintSubject): readonly string[] => {
  const properties =
    input === null ? undefined : member(flatRoot(contract.input_schema), 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
};

const PLAIN_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The arguments whose names Anthropic's models, wherever they are hosted, do not take. */
export const oddArgumentHits = (subject: LintSubject): LintHit[] => {
  const odd = argumentNames(subject).filter((name) => !PLAIN_KEY.test(name));
  return odd.length === 0
    ? []
    : [
        {
          path: '/input_schema/properties',
          message: `These names are not taken: ${odd.join(', ')}.`,
        },
      ];
};

/** Of each rule whose `matches` is `oddArgumentHits`. */
export const ODD_ARGUMENT_EXAMPLES: LintRule['examples'] = [
  {
    title: 'names of query parameters',
    contract: {
      input_schema: {
        type: 'object',
        properties: {
          $filter: { type: 'boolean', description: 'One.' },
          'filter[id]': { type: 'boolean', description: 'One.' },
        },
      },
    },
    finds: ['/input_schema/properties'],
  },
  {
    title: 'plain names, and an odd one further in',
    contract: {
      input_schema: {
        type: 'object',
        properties: {
          'user.name-x_1': {
            type: 'object',
            properties: { $ref_id: { type: 'boolean', description: 'One.' } },
            description: 'One.',
          },
        },
      },
    },
    finds: [],
  },
];
