import {
  FIRST_STATE,
  NEEDS,
  stepBetween,
  transitionOf,
  type TransitionName,
} from './transitions.js';
import { STATES, type State } from './state.js';

interface Step {
  readonly from: State | null;
  readonly to: State;
  readonly name: TransitionName;
}

/** Every step that is open, the registration first, in the order of the states. */
export const lifecycleSteps = (): Step[] => [
  { from: null, to: FIRST_STATE, name: 'register' },
  ...STATES.flatMap((from) =>
    STATES.flatMap((to) => {
      const name = stepBetween(from, to);
      return name === null ? [] : [{ from, to, name }];
    }),
  ),
];

/** The lifecycle as a Mermaid state diagram, made from the table. */
export const lifecycleDiagram = (): string =>
  [
    'stateDiagram-v2',
    ...lifecycleSteps().map(({ from, to, name }) => `    ${from ?? '[*]'} --> ${to}: ${name}`),
    '',
  ].join('\n');

/** The lifecycle as a Markdown table, made from the same table. */
export const lifecycleTable = (): string =>
  [
    '| from → to | name | who | needs | may state |',
    '|---|---|---|---|---|',
    ...lifecycleSteps().map(rowOf),
    '',
  ].join('\n');

const rowOf = ({ from, to, name }: Step): string => {
  const { who, needs, takes } = transitionOf(name);
  const cells = [
    `${from ?? '–'} → ${to}`,
    name,
    who.join(' or '),
    needs.map((need) => NEEDS[need]).join('; ') || '–',
    takes.map((option) => `\`${option}\``).join(', ') || '–',
  ];
  return `| ${cells.join(' | ')} |`;
};
