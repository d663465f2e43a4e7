/** Is there an instance of a conjunction? The search over worlds, branches and recursion. */
import type { Json } from '../../json/value.js';
import { EMPTY, instance, unknown, type Answer, type Search, type Several } from './answer.js';
import { arrayRefuter, findArray } from './array-search.js';
import type { Budget } from './budget.js';
import { constant } from './constant.js';
import { valueKey } from './equality.js';
import { Evaluator, type FormatMode } from './evaluate.js';
import { FALSE, TRUE, WORLD, type Literal } from './node.js';
import { findObject, objectRefuter } from './object-search.js';
import { findNumber, findString } from './scalar-search.js';
import { Situation } from './situation.js';
import type { Store } from './store.js';

/** From the simplest kind of instance to the largest. */
const WORLDS = [
  WORLD.null,
  WORLD.false,
  WORLD.true,
  WORLD.number,
  WORLD.string,
  WORLD.array,
  WORLD.object,
];

/** How deep the search goes, in steps that it has not come back from; far within any stack. */
const DEEPEST = 420;

interface Provisional {
  readonly key: string;
  readonly answer: Answer;
  /** The depth of the outermost open question whose emptiness was assumed. */
  readonly lowest: number;
}

/**
 * Inhabitation is inductive: a question met again inside itself has no instance of its own to
 * offer, since a smallest one would hold a smaller one. What was found so is kept only once the
 * outer question has come to the same end.
 */
export class Prover implements Search {
  readonly store: Store;
  readonly meter: Budget;
  readonly evaluator: Evaluator;
  readonly assertsFormats: boolean;
  readonly #answers = new Map<string, Answer>();
  readonly #open = new Map<string, number>();
  readonly #provisional = new Map<string, Provisional>();
  /** The provisional answers in the order in which they were found. */
  readonly #trail: Provisional[] = [];
  #lowest = Infinity;
  #depth = 0;

  constructor(store: Store, meter: Budget, formats: FormatMode) {
    this.store = store;
    this.meter = meter;
    this.evaluator = new Evaluator(store, formats, meter);
    this.assertsFormats = formats === 'assert';
  }

  find(literals: readonly Literal[]): Answer {
    const parts = new Set(literals);
    parts.delete(TRUE);
    if (parts.has(FALSE)) return EMPTY;
    for (const part of parts) if (parts.has(-part)) return EMPTY;
    const sorted = [...parts].sort((one, other) => one - other);
    const key = sorted.join(' ');
    const known = this.#answers.get(key) ?? this.#assumed(key);
    if (known !== undefined) return known;
    if (!this.meter.spend(8 + sorted.length)) return unknown('budget');
    return this.#close(key, () => this.deeper(() => this.#everyWorld(sorted)) ?? unknown('budget'));
  }

  /** One level down; null where that is too deep. The same everywhere, unlike a stack's end. */
  deeper<T>(ask: () => T): T | null {
    if (this.#depth >= DEEPEST) return null;
    this.#depth += 1;
    const answer = ask();
    this.#depth -= 1;
    return answer;
  }

  findSeveral(literals: readonly Literal[], wanted: number): Several {
    const values: Json[] = [];
    const parts = [...literals];
    while (values.length < wanted) {
      const answer = this.find(parts);
      if (answer.kind === 'empty') return { values, rest: 'none' };
      if (answer.kind === 'unknown') return { values, rest: answer.reason };
      values.push(answer.value);
      // The next question is as much larger as this value is.
      if (!this.meter.spend(valueKey(answer.value).length)) return { values, rest: 'budget' };
      parts.push(-constant(this.store, answer.value));
    }
    return { values, rest: 'some' };
  }

  /** A question that is open, or one that was answered under an assumption still open. */
  #assumed(key: string): Answer | undefined {
    const depth = this.#open.get(key);
    if (depth !== undefined) {
      this.#lowest = Math.min(this.#lowest, depth);
      return EMPTY;
    }
    const provisional = this.#provisional.get(key);
    if (provisional === undefined) return undefined;
    this.#lowest = Math.min(this.#lowest, provisional.lowest);
    return provisional.answer;
  }

  #close(key: string, ask: () => Answer): Answer {
    const depth = this.#open.size;
    const before = this.#trail.length;
    const outer = this.#lowest;
    this.#open.set(key, depth);
    this.#lowest = Infinity;
    const answer = ask();
    const lowest = this.#lowest;
    this.#open.delete(key);
    this.#lowest = outer;
    if (this.#trail.length > before) {
      const since = this.#trail.splice(before);
      for (const entry of since) this.#provisional.delete(entry.key);
      if (answer.kind === 'empty') this.#settle(since, depth, lowest);
    }
    if (answer.kind === 'instance') {
      this.#answers.set(key, answer);
      return answer;
    }
    this.#lowest = Math.min(outer, lowest < depth ? lowest : Infinity);
    if (lowest >= depth) this.#answers.set(key, answer);
    else if (answer.kind === 'empty') this.#keepProvisionally({ key, answer, lowest });
    return answer;
  }

  #keepProvisionally(entry: Provisional): void {
    this.#provisional.set(entry.key, entry);
    this.#trail.push(entry);
  }

  /** What rested on this question's emptiness rests now on what this one rests on. */
  #settle(since: readonly Provisional[], depth: number, lowest: number): void {
    for (const entry of since) {
      const rests = entry.lowest >= depth ? lowest : entry.lowest;
      if (rests >= depth) this.#answers.set(entry.key, entry.answer);
      else this.#keepProvisionally({ ...entry, lowest: rests });
    }
  }

  #everyWorld(literals: readonly Literal[]): Answer {
    let gaveUp: Answer | null = null;
    for (const world of WORLDS) {
      if (literals.some((part) => (this.store.canHold(part) & world) === 0)) continue;
      const situation = new Situation(this.store, world);
      if (!situation.assume(literals)) continue;
      const answer = this.#explore(situation);
      if (answer.kind === 'instance') return answer;
      if (answer.kind === 'unknown') gaveUp ??= answer;
    }
    return gaveUp ?? EMPTY;
  }

  /** The tests alone give a candidate; only the alternatives that it fails are branched over. */
  #explore(situation: Situation): Answer {
    if (!this.meter.spend(4 + situation.tests.length)) return unknown('budget');
    const candidate = this.#fromTests(situation);
    if (candidate.kind === 'empty') return EMPTY;
    const failed =
      candidate.kind === 'instance'
        ? situation.alternatives.filter((parts) => !this.#satisfies(parts, candidate.value))
        : situation.alternatives;
    const next = failed.reduce<readonly Literal[] | null>(
      (best, parts) => (best === null || parts.length < best.length ? parts : best),
      null,
    );
    if (next !== null) return this.#branch(situation, next);
    return situation.unread === null ? candidate : unknown(situation.unread);
  }

  #satisfies(parts: readonly Literal[], value: Json): boolean {
    return parts.some((part) => this.evaluator.holds(part, value) === true);
  }

  #branch(situation: Situation, parts: readonly Literal[]): Answer {
    let gaveUp: Answer | null = null;
    const isRefuted = this.#refuter(situation);
    for (const part of parts) {
      if (this.meter.spend(1) && isRefuted(part)) {
        situation.refute(part);
        continue;
      }
      const branch = situation.copy();
      if (!branch.assume([part])) continue;
      const answer = this.deeper(() => this.#explore(branch)) ?? unknown('budget');
      if (answer.kind === 'instance') return answer;
      if (answer.kind === 'unknown') gaveUp ??= answer;
      else situation.refute(part);
    }
    return gaveUp ?? EMPTY;
  }

  /** Sees without a new search that one value of an object or array cannot be as a part asks. */
  #refuter({ world, tests }: Situation): (part: Literal) => boolean {
    if (world === WORLD.object) return objectRefuter(this, tests);
    return world === WORLD.array ? arrayRefuter(this, tests) : () => false;
  }

  #fromTests(situation: Situation): Answer {
    switch (situation.world) {
      case WORLD.null:
        return instance(null);
      case WORLD.false:
        return instance(false);
      case WORLD.true:
        return instance(true);
      case WORLD.number:
        return findNumber(this, situation.tests);
      case WORLD.string:
        return findString(this, situation.tests);
      case WORLD.array:
        return findArray(this, situation.tests);
      default:
        return findObject(this, situation.tests);
    }
  }
}
