import type { PositionAutomaton } from './position-automaton.js';
import { loopsOf } from './loops.js';

export type Ambiguity = 'none' | 'polynomial' | 'exponential' | 'unknown';

/** Pairs or triples of positions looked at; more is `unknown`, whatever the machine. */
const MOST_STATES = 20_000;

/**
 * How fast the number of ways to read one text can grow with its length, which is what a failing
 * match costs: exponentially where some text leads from a position back to itself in two ways,
 * polynomially where a text can be shared out between two loops in ever more ways (Weber and Seidl,
 * "On the degree of ambiguity of finite automata", 1991). A loop that may stop anywhere never fails.
 */
export const ambiguityOf = (automaton: PositionAutomaton): Ambiguity => {
  const loops = loopsOf(automaton.edges).filter((loop) =>
    loop.some((position) => !automaton.freelyAccepting.has(position)),
  );
  const overlap = overlapOf(automaton);
  const exponential = loops.map((loop) => twoWaysRound(automaton, loop, overlap));
  if (exponential.includes(true)) return 'exponential';
  if (exponential.includes(null)) return 'unknown';
  return sharedBetween(automaton, loops, overlap);
};

type Overlap = (one: number, other: number) => boolean;

const overlapOf = ({ sets }: PositionAutomaton): Overlap => {
  const known = new Map<number, boolean>();
  return (one, other) => {
    if (one === other) return true;
    const key = Math.min(one, other) * sets.length + Math.max(one, other);
    const answer = known.get(key) ?? meet(sets[one], sets[other]);
    known.set(key, answer);
    return answer;
  };
};

const meet = (
  one: PositionAutomaton['sets'][number] | undefined,
  other: PositionAutomaton['sets'][number] | undefined,
): boolean => one !== undefined && other !== undefined && !one.isDisjointWith(other);

/** Whether some text leads round the loop in two ways; null where the loop is too large to say. */
const twoWaysRound = (
  { edges }: PositionAutomaton,
  loop: readonly number[],
  overlap: Overlap,
): boolean | null => {
  const inside = new Set(loop);
  const next = (position: number): number[] =>
    [...(edges[position]?.keys() ?? [])].filter((target) => inside.has(target));
  if (loop.some((from) => next(from).some((to) => (edges[from]?.get(to) ?? 0) > 1))) return true;
  if (loop.length * loop.length > MOST_STATES) return null;
  return divergesAndMeets(loop, next, overlap);
};

/** Two runs that read the same text, leave a position together, part, and meet again. */
const divergesAndMeets = (
  loop: readonly number[],
  next: (position: number) => number[],
  overlap: Overlap,
): boolean => {
  const pairKey = (one: number, other: number): string => `${one} ${other}`;
  const seen = new Map(loop.map((at) => [pairKey(at, at), [at, at] as const]));
  const before = new Map<string, string[]>();
  const open = [...seen.values()];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const from = pairKey(...pair);
    for (const one of next(pair[0])) {
      for (const other of next(pair[1])) {
        if (!overlap(one, other)) continue;
        const key = pairKey(one, other);
        before.set(key, [...(before.get(key) ?? []), from]);
        if (seen.has(key)) continue;
        seen.set(key, [one, other]);
        open.push([one, other]);
      }
    }
  }
  return comesFromApart(
    loop.map((at) => pairKey(at, at)),
    before,
    seen,
  );
};

const comesFromApart = (
  together: readonly string[],
  before: ReadonlyMap<string, readonly string[]>,
  pairs: ReadonlyMap<string, readonly [number, number]>,
): boolean => {
  const reached = new Set(together);
  const open = [...together];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const [one, other] = pairs.get(key) ?? [0, 0];
    if (one !== other) return true;
    for (const earlier of before.get(key) ?? []) {
      if (reached.has(earlier)) continue;
      reached.add(earlier);
      open.push(earlier);
    }
  }
  return false;
};

/** Whether a text can stay in one loop, go over, or stay in a later loop: any pair will do. */
const sharedBetween = (
  automaton: PositionAutomaton,
  loops: readonly (readonly number[])[],
  overlap: Overlap,
): Ambiguity => {
  let left = MOST_STATES;
  const endless = loops.filter((loop) => !loop.some((at) => automaton.bounded.has(at)));
  for (const first of endless) {
    for (const second of endless) {
      if (first === second) continue;
      const search = new Search(automaton, first, second, overlap, left);
      if (search.finds()) return 'polynomial';
      left -= search.steps;
      if (left <= 0) return 'unknown';
    }
  }
  return 'none';
};

/** Looks for a text that leads from (p, p, q) to (p, q, q), p in the first loop, q in the second. */
class Search {
  steps = 0;
  private readonly first: ReadonlySet<number>;
  private readonly second: ReadonlySet<number>;

  constructor(
    private readonly automaton: PositionAutomaton,
    first: readonly number[],
    second: readonly number[],
    private readonly overlap: Overlap,
    private readonly most: number,
  ) {
    this.first = new Set(first);
    this.second = new Set(second);
  }

  finds(): boolean {
    for (const p of this.first) {
      for (const q of this.second) {
        if (this.leads(p, q)) return true;
        if (this.steps > this.most) return false;
      }
    }
    return false;
  }

  private leads(p: number, q: number): boolean {
    const goal = `${p} ${q} ${q}`;
    const seen = new Set([`${p} ${p} ${q}`]);
    const open: (readonly [number, number, number])[] = [[p, p, q]];
    for (let at = open.pop(); at !== undefined && this.steps <= this.most; at = open.pop()) {
      for (const next of this.nextOf(at)) {
        const key = next.join(' ');
        if (key === goal) return true;
        if (seen.has(key)) continue;
        seen.add(key);
        open.push(next);
      }
    }
    return false;
  }

  private nextOf([one, two, three]: readonly [number, number, number]) {
    const found: (readonly [number, number, number])[] = [];
    for (const a of this.from(one, this.first)) {
      for (const c of this.from(three, this.second)) {
        this.steps += 1;
        if (!this.overlap(a, c)) continue;
        for (const b of this.automaton.edges[two]?.keys() ?? []) {
          this.steps += 1;
          if (this.overlap(a, b) && this.overlap(b, c)) found.push([a, b, c]);
        }
      }
    }
    return found;
  }

  private from(position: number, inside: ReadonlySet<number>): number[] {
    return [...(this.automaton.edges[position]?.keys() ?? [])].filter((to) => inside.has(to));
  }
}
