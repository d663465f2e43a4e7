import { visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { ambiguityOf, type Ambiguity } from './ambiguity.js';
import { automatonOf, type Expansion } from './position-automaton.js';

/** Tried in turn: written out where that stays small, else with counted loops taken for endless. */
const EXPANSIONS: readonly Expansion[] = [
  { count: 10, positions: 250, edges: 5_000 },
  { count: 1, positions: 4_000, edges: 20_000 },
];

const BY_WEIGHT: readonly Ambiguity[] = ['none', 'unknown', 'polynomial', 'exponential'];

/**
 * What a failing match can cost in a backtracking matcher such as that of JavaScript, in the worst
 * text: `exponential` patterns (`^(a+)+$`) cannot be run safely at all, `polynomial` ones only on
 * short texts, `unknown` are too large to judge. The bodies of lookarounds are judged like patterns
 * of their own. Where a match may start is not counted: that any search tries every start is known.
 */
export const patternCost = (pattern: AST.Pattern): Ambiguity =>
  [pattern.alternatives, ...lookaroundsOf(pattern)]
    .map(costOf)
    .reduce((one, other) => (BY_WEIGHT.indexOf(one) > BY_WEIGHT.indexOf(other) ? one : other));

const costOf = (alternatives: readonly AST.Alternative[]): Ambiguity => {
  for (const expansion of EXPANSIONS) {
    const automaton = automatonOf(alternatives, expansion);
    if (automaton !== null) return ambiguityOf(automaton);
  }
  return 'unknown';
};

const lookaroundsOf = (pattern: AST.Pattern): AST.Alternative[][] => {
  const found: AST.Alternative[][] = [];
  visitRegExpAST(pattern, {
    onAssertionEnter: (assertion) => {
      if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
        found.push(assertion.alternatives);
      }
    },
  });
  return found;
};
