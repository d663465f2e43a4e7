import type { Rule, RuleAction } from './rule.js';

const OPPOSITE: Readonly<Partial<Record<RuleAction, RuleAction>>> = {
  added: 'removed',
  removed: 'added',
  narrowed: 'widened',
  widened: 'narrowed',
  raised: 'lowered',
  lowered: 'raised',
};

const OTHER_SIDE: Readonly<Partial<Record<Rule['side'], Rule['side']>>> = {
  input: 'output',
  output: 'input',
};

const cellOf = (side: Rule['side'], { aspect }: Rule, action: RuleAction): string =>
  `${side} ${aspect} ${action}`;

/** The cells beside a rule: the same on the other side, and the opposite on its own. */
export const mirroredCells = (rule: Rule): { otherSide: string; opposite: string } => ({
  otherSide: cellOf(OTHER_SIDE[rule.side] ?? rule.side, rule, rule.action),
  opposite: cellOf(rule.side, rule, OPPOSITE[rule.action] ?? rule.action),
});

/** What has no other side, or no opposite, mirrors into its own cell, which it fills. */
const mirrorsOf = (rule: Rule): string[] => Object.values(mirroredCells(rule));

/** Every cell that some rule mirrors into and that no rule fills. */
export const mirrorCells = (rules: readonly Rule[]): string[] => {
  const filled = new Set(rules.map((rule) => cellOf(rule.side, rule, rule.action)));
  return [...new Set(rules.flatMap(mirrorsOf))].filter((cell) => !filled.has(cell)).sort();
};

/** Whether the cell is still an empty one that a rule mirrors into. */
export const isMirrorCell = (cell: string, rules: readonly Rule[]): boolean =>
  mirrorCells(rules).includes(cell);

/** The intended holes of the grid (side, aspect, action), each with its reason. */
export const WAIVERS: Readonly<Record<string, string>> = {
  'any text removed': 'A text that is gone is a change of it: declared, or major.',
  'input output-schema added': 'A contract always has an input schema.',
  'input output-schema removed': 'A contract always has an input schema.',
};
