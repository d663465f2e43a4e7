import type { AST } from '@eslint-community/regexpp';
import { toCharSet } from 'regexp-ast-analysis';
import type { CharSet } from 'refa';
import { readPattern } from '../../../schema/patterns.js';
import type { UndecidedReason } from '../verdict.js';
import { ALPHABET, inAlphabet, WORD } from './alphabet.js';

/**
 * What must hold at a position. `ahead`: the rest of the string is in the fragment's language;
 * `behind`: what came before is. Every assertion of a pattern, `^`, `$` and `\b` included, is one.
 */
export interface Check {
  readonly side: 'ahead' | 'behind';
  readonly fragment: Fragment;
  readonly negate: boolean;
}

/** A nondeterministic automaton with checks on its free moves. */
export interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly moves: readonly (readonly { readonly on: CharSet; readonly to: number }[])[];
  readonly free: readonly (readonly { readonly check: Check | null; readonly to: number }[])[];
  /** Anything may follow `end`. */
  readonly open: boolean;
}

export type Compiled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: UndecidedReason };

/** Larger patterns, counted repetitions written out, are left undecided. */
const MOST_NODES = 12_000;

/**
 * Reads an ECMA-262 pattern (flag u) as an automaton for the strings in which it matches anywhere.
 * Backreferences, and assertions inside lookarounds that look out of them, are `regex`.
 */
export const compilePattern = (source: string): Compiled<Fragment> => {
  const reading = readPattern(source);
  if (!reading.ok) return { ok: false, reason: 'regex' };
  const shape: Shape = { before: true, after: true, sees: 'both' };
  return compileFragment(reading.tree.alternatives, shape);
};

interface Shape {
  /** Anything may come before, after. */
  readonly before: boolean;
  readonly after: boolean;
  /** Which way its own assertions may look: a lookahead's body does not know what came before. */
  readonly sees: 'both' | 'ahead' | 'behind';
}

interface Builder {
  readonly moves: { on: CharSet; to: number }[][];
  readonly free: { check: Check | null; to: number }[][];
  readonly sees: Shape['sees'];
  failure: UndecidedReason | null;
}

const compileFragment = (
  alternatives: readonly AST.Alternative[],
  shape: Shape,
): Compiled<Fragment> => {
  const builder: Builder = { moves: [], free: [], sees: shape.sees, failure: null };
  const start = addNode(builder);
  if (shape.before) builder.moves[start]?.push({ on: ALPHABET, to: start });
  const end = addAlternatives(builder, alternatives, start, !shape.before && shape.sees === 'both');
  if (builder.failure !== null) return { ok: false, reason: builder.failure };
  return {
    ok: true,
    value: { start, end, moves: builder.moves, free: builder.free, open: shape.after },
  };
};

const addNode = (builder: Builder): number => {
  if (builder.moves.length >= MOST_NODES) builder.failure ??= 'budget';
  builder.free.push([]);
  return builder.moves.push([]) - 1;
};

const link = (builder: Builder, from: number, to: number, check: Check | null = null): void => {
  builder.free[from]?.push({ check, to });
};

const addAlternatives = (
  builder: Builder,
  alternatives: readonly AST.Alternative[],
  from: number,
  atStart: boolean,
): number => {
  const end = addNode(builder);
  for (const { elements } of alternatives) {
    let last = addNode(builder);
    link(builder, from, last);
    let anchored = atStart;
    for (const element of elements) {
      if (builder.failure !== null) return end;
      last = addElement(builder, element, last, anchored);
      anchored = isStartAnchor(element) || (anchored && element.type === 'Assertion');
    }
    link(builder, last, end);
  }
  return end;
};

const isStartAnchor = (element: AST.Element): boolean =>
  element.type === 'Assertion' && element.kind === 'start';

const addElement = (
  builder: Builder,
  element: AST.Element,
  from: number,
  anchored: boolean,
): number => {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return addCharacter(builder, element, from);
    case 'Group':
    case 'CapturingGroup':
      return addAlternatives(builder, element.alternatives, from, anchored);
    case 'Quantifier':
      return addQuantifier(builder, element, from);
    case 'Assertion':
      return addAssertion(builder, element, from, anchored);
    default:
      builder.failure ??= 'regex';
      return from;
  }
};

const addCharacter = (
  builder: Builder,
  element: AST.Character | AST.CharacterSet | AST.CharacterClass,
  from: number,
): number => {
  const to = addNode(builder);
  if (element.type === 'CharacterClass' && element.unicodeSets) builder.failure ??= 'regex';
  else if (element.type === 'CharacterSet' && element.kind === 'property' && element.strings) {
    builder.failure ??= 'regex';
  } else {
    builder.moves[from]?.push({ on: inAlphabet(toCharSet(element, { unicode: true })), to });
  }
  return to;
};

const addQuantifier = (builder: Builder, element: AST.Quantifier, from: number): number => {
  const { min, max } = element;
  let last = from;
  for (let round = 0; round < min && builder.failure === null; round += 1) {
    last = addElement(builder, element.element, last, false);
  }
  if (max === Infinity) {
    const loop = addNode(builder);
    link(builder, last, loop);
    link(builder, addElement(builder, element.element, loop, false), loop);
    return loop;
  }
  const end = addNode(builder);
  for (let round = min; round < max && builder.failure === null; round += 1) {
    link(builder, last, end);
    last = addElement(builder, element.element, last, false);
  }
  link(builder, last, end);
  return end;
};

const addAssertion = (
  builder: Builder,
  assertion: AST.Assertion,
  from: number,
  anchored: boolean,
): number => {
  const to = addNode(builder);
  switch (assertion.kind) {
    case 'start':
      if (!anchored) addCheck(builder, from, to, { side: 'behind', ...NOTHING });
      else link(builder, from, to);
      break;
    case 'end':
      addCheck(builder, from, to, { side: 'ahead', ...NOTHING });
      break;
    case 'word':
      addWordBoundary(builder, from, to, assertion.negate);
      break;
    default:
      addLookaround(builder, assertion, { from, to, anchored });
  }
  return to;
};

const addLookaround = (
  builder: Builder,
  assertion: AST.LookaroundAssertion,
  { from, to, anchored }: { from: number; to: number; anchored: boolean },
): void => {
  const isAhead = assertion.kind === 'lookahead';
  const body = compileFragment(assertion.alternatives, {
    before: !isAhead,
    after: isAhead,
    sees: isAhead ? (anchored ? 'both' : 'ahead') : 'behind',
  });
  if (!body.ok) {
    builder.failure ??= body.reason;
    return;
  }
  const side = isAhead ? 'ahead' : 'behind';
  addCheck(builder, from, to, { side, fragment: body.value, negate: assertion.negate });
};

const addCheck = (builder: Builder, from: number, to: number, check: Check): void => {
  if (builder.sees !== 'both' && builder.sees !== check.side) builder.failure ??= 'regex';
  link(builder, from, to, check);
};

/** A boundary lies between a word character and none, either way round. */
const addWordBoundary = (builder: Builder, from: number, to: number, negate: boolean): void => {
  for (const wordBefore of [true, false]) {
    const middle = addNode(builder);
    const wordAfter = wordBefore === negate;
    addCheck(builder, from, middle, {
      side: 'behind',
      fragment: ENDS_IN_WORD,
      negate: !wordBefore,
    });
    addCheck(builder, middle, to, {
      side: 'ahead',
      fragment: STARTS_WITH_WORD,
      negate: !wordAfter,
    });
  }
};

const oneCharacter = (on: CharSet, before: boolean, open: boolean): Fragment => ({
  start: 0,
  end: 1,
  moves: [
    before
      ? [
          { on: ALPHABET, to: 0 },
          { on, to: 1 },
        ]
      : [{ on, to: 1 }],
    [],
  ],
  free: [[], []],
  open,
});

const STARTS_WITH_WORD = oneCharacter(WORD, false, true);
const ENDS_IN_WORD = oneCharacter(WORD, true, false);

/** Not a single character on that side: the string's own start or end. */
const NOTHING = { fragment: oneCharacter(ALPHABET, false, true), negate: true } as const;
