import type { Literal } from './node.js';
import type { Store } from './store.js';
import type { UndecidedReason } from './verdict.js';

/** Steps for each part that is looked at. */
const LOOKING = 0.03;

/**
 * What is assumed of an instance of one world: tests that hold of it, and alternatives of which at
 * least one part holds. An alternative with one part left is assumed at once.
 */
export class Situation {
  readonly world: number;
  readonly tests: Literal[];
  alternatives: (readonly Literal[])[];
  /** A part was assumed that cannot be read: what is found need not be an instance. */
  unread: UndecidedReason | null;
  readonly #store: Store;
  readonly #assumed: Set<Literal>;
  readonly #refuted: Set<Literal>;

  constructor(store: Store, world: number, from?: Situation) {
    this.#store = store;
    this.world = world;
    this.tests = from === undefined ? [] : [...from.tests];
    this.alternatives = from === undefined ? [] : [...from.alternatives];
    this.unread = from?.unread ?? null;
    this.#assumed = new Set(from === undefined ? [] : from.#assumed);
    this.#refuted = new Set(from === undefined ? [] : from.#refuted);
  }

  copy(): Situation {
    this.#store.spend((this.#assumed.size + this.tests.length + this.#refuted.size) * LOOKING);
    return new Situation(this.#store, this.world, this);
  }

  /** No instance of this situation satisfies it. */
  refute(literal: Literal): void {
    this.#refuted.add(literal);
  }

  /** False where that contradicts what is assumed already. */
  assume(literals: readonly Literal[]): boolean {
    const open = [...literals];
    for (;;) {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (this.#isFalse(next)) return false;
        if (!this.#isTrue(next)) this.#expand(next, open);
      }
      if (!this.#propagate(open)) return false;
      if (open.length === 0) return true;
    }
  }

  #isTrue(literal: Literal): boolean {
    return this.#assumed.has(literal) || (this.#store.canFail(literal) & this.world) === 0;
  }

  #isFalse(literal: Literal): boolean {
    return (
      this.#assumed.has(-literal) ||
      this.#refuted.has(literal) ||
      (this.#store.canHold(literal) & this.world) === 0
    );
  }

  #expand(literal: Literal, open: Literal[]): void {
    this.#assumed.add(literal);
    const node = this.#store.node(literal);
    switch (node.kind) {
      case 'and':
        if (literal > 0) open.push(...node.parts);
        else this.alternatives.push(node.parts.map((part) => -part));
        break;
      case 'one':
        this.alternatives.push(literal > 0 ? this.#exactly(node.parts) : this.#notOne(node.parts));
        break;
      case 'recursion':
        open.push(this.#store.meaning(literal));
        break;
      case 'unknown':
        this.unread ??= node.reason;
        break;
      case 'worlds':
        break;
      default:
        this.tests.push(literal);
    }
  }

  /** One holds and all the others fail. */
  #exactly(parts: readonly Literal[]): Literal[] {
    return parts.map((chosen, at) =>
      this.#store.and([chosen, ...parts.filter((_, other) => other !== at).map((part) => -part)]),
    );
  }

  /** None holds, or two do. */
  #notOne(parts: readonly Literal[]): Literal[] {
    const ways = [this.#store.and(parts.map((part) => -part))];
    for (const [at, one] of parts.entries()) {
      if (!this.#store.spend(parts.length * LOOKING)) this.unread ??= 'budget';
      for (const other of parts.slice(at + 1)) {
        if (this.#isFalse(one) || this.#isFalse(other)) continue;
        ways.push(this.#store.and([one, other]));
      }
    }
    return ways;
  }

  /** False where an alternative has no part left. */
  #propagate(open: Literal[]): boolean {
    const kept: (readonly Literal[])[] = [];
    for (const parts of this.alternatives) {
      if (!this.#store.spend(parts.length * LOOKING)) this.unread ??= 'budget';
      if (parts.some((part) => this.#isTrue(part))) continue;
      const left = parts.filter((part) => !this.#isFalse(part));
      const [only] = left;
      if (only === undefined) return false;
      if (left.length === 1) open.push(only);
      else kept.push(left.length === parts.length ? parts : left);
    }
    this.alternatives = kept;
    return true;
  }
}
