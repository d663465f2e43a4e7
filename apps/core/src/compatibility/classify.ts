import type { Contract, DeclaredChange } from '../contract/contract.js';
import { isSchemaChange, type Change, type JudgedChange } from './change.js';
import { compareContracts } from './compare.js';
import { largerBump, type Bump, type Classification, type Finding } from './finding.js';
import { judgeInput, judgeOutput, stated } from './judge.js';
import type { Sides } from './questions.js';
import type { Rule } from './rule.js';
import { purseOf } from './subsumption/decide.js';
import { RULES } from './rules/index.js';

/** The same version gives the same answer everywhere; it changes whenever an answer may. */
export const ENGINE_VERSION = '1.0.0';

/** For the questions about the whole, and about each change alone as far as they reach. */
const STEPS_OF_A_SIDE = 100_000;

export interface ClassifyOptions {
  /** `strict`: any change of what is answered is major. */
  readonly outputCompatibility: 'strict' | 'covariant';
  /** What the publisher says of changed titles and descriptions. */
  readonly changes: readonly DeclaredChange[];
  /** True ends the question with the error `OutOfTime`: no verdict, ask again. */
  readonly outOfTime?: () => boolean;
}

/**
 * Which bump the step from one contract to the other takes, with a finding, and its evidence, for
 * each reason. What the engine cannot tell is major. The findings come in a fixed order: the
 * largest bump first, then by place.
 */
export const classify = (
  before: Contract,
  after: Contract,
  options: ClassifyOptions,
): Classification => {
  const changes = compareContracts(before, after, options.changes);
  const found = judge(before, after, changes, options).flatMap(findingOf);
  // What is seen twice, through two references, is said once.
  const findings = [...new Map(found.map((finding) => [keyOf(finding), finding])).values()].sort(
    (one, other) => rank(one.bump) - rank(other.bump) || byText(one.path, other.path),
  );
  const bump = findings.reduce<Bump>((most, finding) => largerBump(most, finding.bump), 'none');
  return { bump, findings, engine: ENGINE_VERSION };
};

const judge = (
  before: Contract,
  after: Contract,
  changes: readonly Change[],
  { outputCompatibility, outOfTime }: ClassifyOptions,
): JudgedChange[] => {
  const time = outOfTime === undefined ? {} : { outOfTime };
  const of = (side: Change['side']): readonly Change[] =>
    changes.filter((change) => change.side === side);
  const inputs: Sides = {
    root: 'input',
    before: before.input_schema,
    after: after.input_schema,
    purse: purseOf(STEPS_OF_A_SIDE),
    ...time,
  };
  const judged = changes.filter((change) => !isSchemaChange(change)).map(stated);
  judged.push(...judgeInput(inputs, of('input')));
  const [old, now] = [before.output_schema, after.output_schema];
  if (old === undefined || now === undefined) return judged;
  const purse = purseOf(STEPS_OF_A_SIDE);
  const outputs: Sides = { root: 'output', before: old, after: now, purse, ...time };
  return [...judged, ...judgeOutput(outputs, of('output'), outputCompatibility)];
};

const RANK: Readonly<Record<Bump, number>> = { major: 0, minor: 1, patch: 2, none: 3 };

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const rank = (bump: Bump): number => RANK[bump];

/** The rule that speaks for a change: its own, or the one that takes what no other names. */
const ruleFor = (judged: JudgedChange): Rule | undefined => {
  const fitting = RULES.filter(
    (rule) => (rule.side === 'any' || rule.side === judged.change.side) && rule.matches(judged),
  );
  return fitting.find((rule) => rule.isFallback !== true) ?? fitting[0];
};

const findingOf = (judged: JudgedChange): Finding[] => {
  const rule = ruleFor(judged);
  if (rule === undefined) return [];
  const { change, relation, proof } = judged;
  const bump = judged.isTolerated === true ? (rule.toleratedBump ?? rule.bump) : rule.bump;
  return [
    {
      rule: rule.id,
      side: change.side,
      bump,
      relation,
      path: change.path,
      message: rule.message(judged),
      remedy: rule.remedy,
      proof,
    },
  ];
};

const keyOf = ({ rule, path, message }: Finding): string => JSON.stringify([rule, path, message]);
