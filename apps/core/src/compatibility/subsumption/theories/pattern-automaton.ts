import type { Automaton } from './automaton.js';
import { determinise } from './determinise.js';
import { compilePattern, type Compiled } from './pattern.js';

const MOST_REMEMBERED = 400;

const remembered = new Map<string, Compiled<Automaton>>();

/** What a pattern costs in steps that was given up after all its states were counted, or earlier. */
const GIVEN_UP = 50_000;
const REFUSED = 50;

/** What it takes to make the automaton of a pattern, or to find that it has none. */
export const patternSteps = (source: string): number => {
  const built = automatonOf(source);
  if (built.ok) return built.value.cost >> 3;
  return built.reason === 'budget' ? GIVEN_UP : REFUSED;
};

/** The automaton of a pattern; remembered, since the same few patterns are asked for again. */
export const automatonOf = (source: string): Compiled<Automaton> => {
  const known = remembered.get(source);
  if (known !== undefined) return known;
  const fragment = compilePattern(source);
  const built = fragment.ok ? determinise(fragment.value) : fragment;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(source, built);
  return built;
};
