import type { CharSet } from 'refa';
import { classesOf } from './alphabet.js';
import { cannotReach, classNumbers, type Automaton } from './automaton.js';
import type { Check, Compiled, Fragment } from './pattern.js';

/** A check that has been met on the way and is still open: its automaton's present state. */
interface Duty {
  readonly check: number;
  readonly state: number;
}

interface Thread {
  readonly node: number;
  readonly duties: readonly Duty[];
}

/** One deterministic state: the threads alive, and how far the checks that look behind are. */
interface Situation {
  readonly threads: readonly Thread[];
  readonly behind: readonly number[];
}

interface Checks {
  readonly entries: readonly { readonly check: Check; readonly automaton: Automaton }[];
  readonly indexOf: ReadonlyMap<Check, number>;
}

interface Construction {
  readonly fragment: Fragment;
  readonly checks: Checks['entries'];
  readonly indexOf: Checks['indexOf'];
  readonly classes: readonly CharSet[];
  /** For each check, which of its own classes holds a class of this automaton. */
  readonly classIn: readonly (readonly number[])[];
  /** moves[node][class]: the nodes reached. */
  readonly moves: readonly (readonly (readonly number[])[])[];
  left: number;
  readonly cost: number;
}

/** Steps for one pattern: beyond it the pattern stays undecided, on every machine alike. */
const MOST_STEPS = 400_000;
const MOST_STATES = 6_000;
const OUT_OF_BUDGET = { ok: false, reason: 'budget' } as const;

/**
 * The subset construction, with the checks carried along: what is behind by running its automaton
 * from the start, what is ahead as duties that a thread must see through to the end.
 */
export const determinise = (fragment: Fragment): Compiled<Automaton> => {
  const found = collectChecks(fragment);
  if (!found.ok) return found;
  const construction = construct(fragment, found.value);
  const numbers = new Map<string, number>();
  const situations: Situation[] = [];
  const numberOf = (situation: Situation): number => {
    const key = keyOf(situation);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, situations.length);
    return situations.push(situation) - 1;
  };
  numberOf(startOf(construction));
  const next: number[][] = [];
  for (let state = 0; state < situations.length; state += 1) {
    const situation = situations[state];
    if (situation === undefined) break;
    next.push(
      construction.classes.map((_, index) => numberOf(step(construction, situation, index))),
    );
    if (construction.left < 0 || situations.length > MOST_STATES) return OUT_OF_BUDGET;
  }
  const accepts = situations.map((situation) => isAccepting(construction, situation));
  return {
    ok: true,
    value: {
      classes: construction.classes,
      next,
      accepts,
      dead: cannotReach(next, accepts),
      universal: cannotReach(
        next,
        accepts.map((accepting) => !accepting),
      ),
      cost: construction.cost + MOST_STEPS - construction.left,
    },
  };
};

const collectChecks = (fragment: Fragment): Compiled<Checks> => {
  const entries: Checks['entries'][number][] = [];
  const indexOf = new Map<Check, number>();
  for (const { check } of fragment.free.flat()) {
    if (check === null) continue;
    const same = entries.findIndex((entry) => isSameCheck(entry.check, check));
    if (same === -1) {
      const automaton = determinise(check.fragment);
      if (!automaton.ok) return automaton;
      entries.push({ check, automaton: automaton.value });
    }
    indexOf.set(check, same === -1 ? entries.length - 1 : same);
  }
  return { ok: true, value: { entries, indexOf } };
};

const isSameCheck = (one: Check, other: Check): boolean =>
  one.side === other.side && one.fragment === other.fragment && one.negate === other.negate;

const construct = (fragment: Fragment, { entries, indexOf }: Checks): Construction => {
  const checks = entries;
  const sets = new Set(fragment.moves.flat().map(({ on }) => on));
  const classes = classesOf([...sets, ...checks.flatMap(({ automaton }) => automaton.classes)]);
  const samples = classes.map((set) => set.ranges[0]?.min ?? 0);
  const classesWithin = new Map(
    [...sets].map((set) => [set, samples.map((sample) => set.has(sample))] as const),
  );
  return {
    fragment,
    checks,
    indexOf,
    classes,
    classIn: checks.map(({ automaton }) => classNumbers(samples, automaton.classes)),
    moves: fragment.moves.map((moves) =>
      moves.length === 0
        ? []
        : classes.map((_, index) =>
            moves.filter(({ on }) => classesWithin.get(on)?.[index]).map(({ to }) => to),
          ),
    ),
    left: MOST_STEPS - fragment.moves.length,
    cost: checks.reduce((sum, { automaton }) => sum + automaton.cost, 0),
  };
};

const keyOf = ({ threads, behind }: Situation): string =>
  `${threads.map(threadKey).sort().join(';')}|${behind.join(',')}`;

const threadKey = ({ node, duties }: Thread): string =>
  duties.length === 0
    ? String(node)
    : `${String(node)}:${duties.map(({ check, state }) => `${String(check)}.${String(state)}`).join(',')}`;

const startOf = (construction: Construction): Situation => {
  const behind = construction.checks.map(() => 0);
  const first: Thread = { node: construction.fragment.start, duties: [] };
  return { threads: close(construction, [first], behind), behind };
};

const step = (construction: Construction, from: Situation, index: number): Situation => {
  const { checks, classIn, moves, fragment } = construction;
  const behind = from.behind.map((state, number) => {
    const { check, automaton } = checks[number] ?? {};
    if (check?.side !== 'behind') return 0;
    return automaton?.next[state]?.[classIn[number]?.[index] ?? 0] ?? 0;
  });
  const moved: Thread[] = [];
  for (const { node, duties } of from.threads) {
    const targets = moves[node]?.[index] ?? [];
    const stays = fragment.open && node === fragment.end;
    if (targets.length === 0 && !stays) continue;
    const kept = carry(construction, duties, index);
    if (kept === null) continue;
    if (stays) moved.push({ node, duties: kept });
    for (const to of targets) moved.push({ node: to, duties: kept });
  }
  construction.left -= 1 + moved.length;
  return { threads: close(construction, moved, behind), behind };
};

/** The open checks after one more character; null where one of them has failed. */
const carry = (
  { checks, classIn }: Construction,
  duties: readonly Duty[],
  index: number,
): readonly Duty[] | null => {
  const kept: Duty[] = [];
  for (const { check, state } of duties) {
    const automaton = checks[check]?.automaton;
    const next = automaton?.next[state]?.[classIn[check]?.[index] ?? 0] ?? 0;
    const outcome = settled(checks[check], next);
    if (outcome === false) return null;
    if (outcome === null) kept.push({ check, state: next });
  }
  return distinct(kept);
};

const distinct = (duties: readonly Duty[]): readonly Duty[] =>
  duties.length < 2
    ? duties
    : [...new Map(duties.map((duty) => [`${String(duty.check)}.${String(duty.state)}`, duty]))]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, duty]) => duty);

/** Whether a check that looks ahead is sure to hold, or to fail, whatever follows. */
const settled = (
  entry: Construction['checks'][number] | undefined,
  state: number,
): boolean | null => {
  if (entry === undefined) return null;
  if (entry.automaton.universal[state] === true) return !entry.check.negate;
  if (entry.automaton.dead[state] === true) return entry.check.negate;
  return null;
};

/** All threads reachable by free moves whose checks can still hold. */
const close = (
  construction: Construction,
  first: readonly Thread[],
  behind: readonly number[],
): readonly Thread[] => {
  const seen = new Map<string, Thread>();
  const waiting = [...first];
  while (waiting.length > 0 && construction.left >= 0) {
    const thread = waiting.pop();
    if (thread === undefined) break;
    const key = threadKey(thread);
    if (seen.has(key)) continue;
    seen.set(key, thread);
    construction.left -= 1;
    for (const { check, to } of construction.fragment.free[thread.node] ?? []) {
      const duties = check === null ? thread.duties : pass(construction, check, thread, behind);
      if (duties !== null) waiting.push({ node: to, duties });
    }
  }
  return prune(construction, [...seen.values()]);
};

const pass = (
  { checks, indexOf }: Construction,
  check: Check,
  thread: Thread,
  behind: readonly number[],
): readonly Duty[] | null => {
  const number = indexOf.get(check) ?? 0;
  const entry = checks[number];
  if (check.side === 'behind') {
    const holds = entry?.automaton.accepts[behind[number] ?? 0] === true;
    return holds === check.negate ? null : thread.duties;
  }
  const outcome = settled(entry, 0);
  if (outcome !== null) return outcome ? thread.duties : null;
  return distinct([...thread.duties, { check: number, state: 0 }]);
};

/**
 * Keeps the threads that can still move or accept. One at an open end without duties has won, and
 * nothing else matters any more; one with duties adds nothing to the same node without.
 */
const prune = ({ fragment, moves }: Construction, all: readonly Thread[]): readonly Thread[] => {
  const { open, end } = fragment;
  const threads = all.filter(({ node }) => node === end || (moves[node]?.length ?? 0) > 0);
  const free = new Set(threads.filter(({ duties }) => duties.length === 0).map(({ node }) => node));
  if (open && free.has(end)) return [{ node: end, duties: [] }];
  return threads.filter(({ node, duties }) => duties.length === 0 || !free.has(node));
};

const isAccepting = ({ fragment, checks }: Construction, { threads }: Situation): boolean =>
  threads.some(
    ({ node, duties }) =>
      node === fragment.end &&
      duties.every(({ check, state }) => {
        const entry = checks[check];
        return entry !== undefined && entry.automaton.accepts[state] !== entry.check.negate;
      }),
  );
