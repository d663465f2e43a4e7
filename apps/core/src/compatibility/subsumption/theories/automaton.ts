import type { CharSet } from 'refa';

/** A complete deterministic automaton over classes of characters; state 0 is the start. */
export interface Automaton {
  readonly classes: readonly CharSet[];
  /** next[state][class] */
  readonly next: readonly (readonly number[])[];
  readonly accepts: readonly boolean[];
  /** No string leads from here to acceptance; every string does. */
  readonly dead: readonly boolean[];
  readonly universal: readonly boolean[];
  /** Steps that it took to build: charged to each who uses it, built or remembered. */
  readonly cost: number;
}

/** Few texts have more different characters than these. */
const MOST_FOUND = 4_000;

const finders = new WeakMap<readonly CharSet[], (point: number) => number>();

/** Which class holds a code point, or -1; asked of the same few points over and over. */
export const classFinder = (classes: readonly CharSet[]): ((point: number) => number) => {
  const known = finders.get(classes) ?? makeFinder(classes);
  finders.set(classes, known);
  return known;
};

const makeFinder = (classes: readonly CharSet[]): ((point: number) => number) => {
  const found = new Map<number, number>();
  return (point) => {
    const known = found.get(point);
    if (known !== undefined) return known;
    const number = classes.findIndex((candidate) => candidate.has(point));
    if (found.size >= MOST_FOUND) found.clear();
    found.set(point, number);
    return number;
  };
};

/** For each sample the class that holds it. */
export const classNumbers = (
  samples: readonly number[],
  classes: readonly CharSet[],
): readonly number[] => samples.map(classFinder(classes));

/** For each state whether no path leads from it to one of the targets. */
export const cannotReach = (
  next: readonly (readonly number[])[],
  targets: readonly boolean[],
): readonly boolean[] => {
  const sources: number[][] = next.map(() => []);
  next.forEach((row, state) => {
    for (const to of new Set(row)) sources[to]?.push(state);
  });
  const missed = targets.map((target) => !target);
  const waiting = targets.flatMap((target, state) => (target ? [state] : []));
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const source of sources[state] ?? []) {
      if (missed[source] !== true) continue;
      missed[source] = false;
      waiting.push(source);
    }
  }
  return missed;
};
