import type { Automaton } from './automaton.js';
import { determinise } from './determinise.js';
import { compilePattern, type Compiled } from './pattern.js';

const MOST_REMEMBERED = 400;

const remembered = new Map<string, Compiled<Automaton>>();

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
