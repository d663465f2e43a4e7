import type { CharSet } from 'refa';
import { classesOf, readabilityOf, readable } from './alphabet.js';
import { classFinder, classNumbers, type Automaton } from './automaton.js';
import type { Meter } from './sample.js';

/** An automaton that a word must be accepted by, or must not. */
export interface Demand {
  readonly automaton: Automaton;
  readonly negate: boolean;
}

/** The states from which a word may still be accepted; 0 is the start. Without states: no word. */
interface Graph {
  readonly moves: readonly (readonly { readonly on: CharSet; readonly to: number }[])[];
  readonly accepts: readonly boolean[];
}

/** Steps for telling two classes of characters apart, and for following one of many automata. */
const SPLITTING = 0.01;
const FOLLOWING = 0.25;

const MOST_STATES = 60_000;
const MOST_LAYERS = 200_000;
/** No longer word is spelt out: it would not pass the size limit of a document. */
const LONGEST_WORD = 200_000;

/** Runs one word; false where some demand is not met. */
export const meetsAll = (
  demands: readonly Demand[],
  word: string,
  meter: Meter,
): boolean | null => {
  for (const { automaton, negate } of demands) {
    if (!meter.spend(word.length + 1)) return null;
    if (isAccepted(automaton, word) !== !negate) return false;
  }
  return true;
};

/** null of a lone surrogate, which is in no class and in no string that can be sent. */
const isAccepted = (automaton: Automaton, word: string): boolean | null => {
  const { next, accepts, dead, universal } = automaton;
  const classOf = classFinder(automaton.classes);
  let state = 0;
  for (let at = 0; at < word.length;) {
    if (dead[state] === true || universal[state] === true) return universal[state] === true;
    const point = word.codePointAt(at) ?? 0;
    const to = next[state]?.[classOf(point)];
    if (to === undefined) return null;
    state = to;
    at += point > 0xffff ? 2 : 1;
  }
  return accepts[state] === true;
};

/** All words that meet the demands as one graph; null where the budget is spent. */
const explore = (demands: readonly Demand[], meter: Meter): Graph | null => {
  const given = demands.flatMap(({ automaton }) => automaton.classes);
  if (!meter.spend(given.length ** 2 * SPLITTING)) return null;
  const sets = classesOf(given);
  const each = sets.length * Math.max(1, demands.length * FOLLOWING);
  const ordered = sets
    .map((set) => ({ set, best: firstOf(set) }))
    .sort((one, other) => readabilityOf(one.best) - readabilityOf(other.best));
  const samples = ordered.map(({ best }) => best);
  const classIn = demands.map(({ automaton }) => classNumbers(samples, automaton.classes));
  const numbers = new Map<string, number>();
  const tuples: (readonly number[])[] = [];
  const numberOf = (tuple: readonly number[]): number | null => {
    if (isHopeless(demands, tuple)) return null;
    const key = tuple.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, tuples.length);
    return tuples.push(tuple) - 1;
  };
  if (numberOf(demands.map(() => 0)) === null) return { moves: [], accepts: [] };
  const moves: { on: CharSet; to: number }[][] = [];
  for (let state = 0; state < tuples.length; state += 1) {
    if (tuples.length > MOST_STATES || !meter.spend(each)) return null;
    const row: { on: CharSet; to: number }[] = [];
    ordered.forEach(({ set }, index) => {
      const to = numberOf(
        demands.map(
          ({ automaton }, at) =>
            automaton.next[tuples[state]?.[at] ?? 0]?.[classIn[at]?.[index] ?? 0] ?? 0,
        ),
      );
      if (to !== null) row.push({ on: set, to });
    });
    moves.push(row);
  }
  return { moves, accepts: tuples.map((tuple) => isMet(demands, tuple)) };
};

const firstOf = (set: CharSet): number => {
  for (const character of readable(set)) return character;
  return 0;
};

const isHopeless = (demands: readonly Demand[], tuple: readonly number[]): boolean =>
  demands.some(({ automaton, negate }, at) => {
    const lost = negate ? automaton.universal : automaton.dead;
    return lost[tuple[at] ?? 0] === true;
  });

const isMet = (demands: readonly Demand[], tuple: readonly number[]): boolean =>
  demands.every(({ automaton, negate }, at) => automaton.accepts[tuple[at] ?? 0] === !negate);

/** From which states a word of exactly n more characters is accepted, worked out on demand. */
interface Layers {
  /** null: the budget is spent. */
  at(length: number): Uint8Array | null;
  /** Once known: at(n) = at(n + period) for every n from here on. */
  repeats(): { readonly from: number; readonly period: number } | null;
}

const layersOf = (graph: Graph, meter: Meter): Layers => {
  const layers: Uint8Array[] = [Uint8Array.from(graph.accepts, Number)];
  const cost = 1 + (graph.moves.reduce((sum, row) => sum + row.length, 0) >> 5);
  let mark = 0;
  let found: { from: number; period: number } | null = null;
  const grow = (): boolean => {
    const length = layers.length;
    if (length > MOST_LAYERS || !meter.spend(cost)) return false;
    const before = layers[length - 1];
    const layer = Uint8Array.from(graph.moves, (row) =>
      row.some(({ to }) => before?.[to] === 1) ? 1 : 0,
    );
    layers.push(layer);
    if (isSame(layer, layers[mark])) found = { from: mark, period: length - mark };
    // Brent: the mark moves to every power of two, so a repetition is seen soon after it starts.
    else if ((length & (length - 1)) === 0) mark = length;
    return true;
  };
  const at = (length: number): Uint8Array | null => {
    while (layers.length <= length && found === null) if (!grow()) return null;
    const index =
      found === null || length < found.from
        ? length
        : found.from + ((length - found.from) % found.period);
    return layers[index] ?? null;
  };
  return { at, repeats: () => found };
};

const isSame = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  one.every((bit, index) => other?.[index] === bit);

export type WordSearch = 'exhausted' | 'budget';

/**
 * Yields every word that meets the demands and has a length in the range, shortest first and the
 * most readable first; returns whether these were all.
 */
export function* wordsOf(
  demands: readonly Demand[],
  minLength: number,
  maxLength: number,
  meter: Meter,
): Generator<string, WordSearch> {
  const graph = explore(demands, meter);
  if (graph === null) return 'budget';
  if (graph.moves.length === 0) return 'exhausted';
  const layers = layersOf(graph, meter);
  let length = nextLength(layers, minLength, maxLength, meter);
  while (typeof length === 'number') {
    if (length > LONGEST_WORD) return 'budget';
    if (!(yield* wordsOfLength(graph, layers, length, meter))) return 'budget';
    length = nextLength(layers, length + 1, maxLength, meter);
  }
  return length;
}

/** The first length from `from` on that some word has. */
const nextLength = (
  layers: Layers,
  from: number,
  maxLength: number,
  meter: Meter,
): number | WordSearch => {
  for (let length = from; length <= maxLength; length += 1) {
    const layer = meter.spend(1) ? layers.at(length) : null;
    if (layer === null) return 'budget';
    if (layer[0] === 1) return length;
    const known = layers.repeats();
    if (known !== null && length >= Math.max(from, known.from) + known.period) return 'exhausted';
  }
  return 'exhausted';
};

/** True where all were yielded. */
function* wordsOfLength(
  graph: Graph,
  layers: Layers,
  length: number,
  meter: Meter,
): Generator<string, boolean> {
  const path: Iterator<{ character: number; to: number }>[] = [choices(graph, layers, 0, length)];
  const word: number[] = [];
  if (length === 0) {
    yield '';
    return true;
  }
  while (path.length > 0) {
    if (!meter.spend(1)) return false;
    const choice = path[path.length - 1]?.next();
    if (choice === undefined || choice.done === true) {
      path.pop();
      word.pop();
      continue;
    }
    word.push(choice.value.character);
    if (word.length === length) {
      yield spell(word);
      word.pop();
    } else {
      path.push(choices(graph, layers, choice.value.to, length - word.length));
    }
  }
  return true;
}

function* choices(
  graph: Graph,
  layers: Layers,
  state: number,
  remaining: number,
): Generator<{ character: number; to: number }> {
  const reachable = layers.at(remaining - 1);
  for (const { on, to } of graph.moves[state] ?? []) {
    if (reachable?.[to] !== 1) continue;
    for (const character of readable(on)) yield { character, to };
  }
}

const spell = (word: readonly number[]): string =>
  word.map((character) => String.fromCodePoint(character)).join('');
