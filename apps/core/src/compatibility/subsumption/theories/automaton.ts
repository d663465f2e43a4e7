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

/** For each sample the class that holds it. */
export const classNumbers = (
  samples: readonly number[],
  classes: readonly CharSet[],
): readonly number[] =>
  samples.map((sample) => classes.findIndex((candidate) => candidate.has(sample)));

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
