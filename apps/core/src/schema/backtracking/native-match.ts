import type { AST } from '@eslint-community/regexpp';
import { readPattern } from '../patterns.js';
import { patternCost } from './pattern-cost.js';

/** As a power of two: no more ways through a pattern than this are tried on one text. */
const MOST_WAYS = 20;

/** Beyond so many it makes no difference. */
const MANY = 1_000;

/**
 * Whether a pattern matches somewhere in a text, by the engine's own backtracking; null where it
 * cannot be read, or might not come back. Between two characters each choice (`?`, `*`, `|`) is
 * taken at most once, so that ways double with each choice and each character: `(a+)+` is asked
 * about short texts alone, a pattern of a thousand `a?` about none.
 */
export const matchesNatively = (pattern: string, text: string): boolean | null => {
  const { expression, choices } = nativeOf(pattern);
  if (expression === null || choices * (text.length + 1) > MOST_WAYS) return null;
  return expression.test(text);
};

/** The same about a text of any length, where the pattern is small and proved to be linear. */
export const matchesLinearly = (pattern: string, text: string): boolean | null => {
  const { expression, choices } = nativeOf(pattern);
  const isSmall = pattern.length <= SMALL && choices <= FEW;
  const reading = isSmall ? readPattern(pattern) : null;
  const isLinear = reading?.ok === true && patternCost(reading.tree) === 'none';
  return isLinear && expression !== null ? expression.test(text) : null;
};

const SMALL = 200;
const FEW = 8;

const nativeOf = (pattern: string): Native => {
  const known = remembered.get(pattern) ?? read(pattern);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(pattern, known);
  return known;
};

interface Native {
  readonly expression: RegExp | null;
  readonly choices: number;
}

const MOST_REMEMBERED = 400;
const remembered = new Map<string, Native>();

const read = (pattern: string): Native => {
  const reading = readPattern(pattern);
  if (!reading.ok) return { expression: null, choices: 0 };
  return {
    expression: new RegExp(reading.source, 'u'),
    choices: choicesAmong(reading.tree.alternatives),
  };
};

const choicesAmong = (alternatives: readonly AST.Alternative[]): number => {
  const inside = alternatives.flatMap(({ elements }) => elements).map(choicesIn);
  return capped(inside.reduce((sum, one) => sum + one, Math.log2(alternatives.length)));
};

const choicesIn = (element: AST.Element): number => {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return choicesAmong(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? choicesAmong(element.alternatives) : 0;
    case 'Quantifier':
      return choicesOf(element);
    default:
      return 0;
  }
};

/** A counted repetition stands for as many copies, an endless one for one more than it must. */
const choicesOf = ({ min, max, element }: AST.Quantifier): number => {
  const copies = max === Infinity ? min + 1 : max;
  const own = max === Infinity ? 1 : max - min;
  return capped(copies * choicesIn(element) + own);
};

const capped = (count: number): number => Math.min(MANY, count);
