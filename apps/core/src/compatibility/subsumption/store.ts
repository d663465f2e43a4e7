import {
  ALL_WORLDS,
  FALSE,
  TRUE,
  WORLD,
  WORLD_OF,
  type KeySet,
  type Literal,
  type Node,
  type Test,
} from './node.js';
import { arePlainlyDisjoint, finiteOf, type Finite } from './finite.js';
import { createMeter, type Meter } from './theories/sample.js';
import type { UndecidedReason } from './verdict.js';

const meet = <T>(one: ReadonlySet<T> | null, other: ReadonlySet<T>): ReadonlySet<T> =>
  one === null ? other : new Set([...one].filter((value) => other.has(value)));

interface Entry {
  readonly node: Node;
  /** The worlds in which it may be true, and those in which it may be false; never too few. */
  readonly canHold: number;
  readonly canFail: number;
}

const MINIMA: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

const keySetKey = (keys: KeySet): string => {
  switch (keys.kind) {
    case 'name':
      return `n${keys.name}`;
    case 'pattern':
      return `p${keys.source}`;
    case 'failing':
      return `f${String(keys.schema)}`;
    case 'other':
      return `o${JSON.stringify([keys.names, keys.patterns])}`;
  }
};

/** Steps for a test, for a conjunction, and for each part of one. */
const TESTING = 0.4;
const JOINING = 0.6;
const PART = 0.02;

/** `[kind, …]` as text: two nodes with one key say the same. */
const nodeKey = (node: Node): string => {
  switch (node.kind) {
    case 'and':
    case 'one':
      return `${node.kind} ${node.parts.join(' ')}`;
    case 'strings':
      return `strings ${JSON.stringify([...node.values].sort())}`;
    case 'all':
      return `all ${String(node.schema)} ${keySetKey(node.keys)}`;
    default:
      return JSON.stringify(node);
  }
};

/**
 * All nodes of one question, each kept once: equal schemas have equal numbers, whatever document
 * they come from. What can be simplified without thought is simplified on the way in.
 */
export class Store {
  readonly #entries: Entry[] = [
    { node: { kind: 'worlds', worlds: 0 }, canHold: 0, canFail: ALL_WORLDS },
  ];
  readonly #numbers = new Map<string, Literal>();
  readonly #worlds = new Map<number, Literal>();
  readonly #definitions = new Map<Literal, Literal>();

  #meter: Meter;

  constructor(meter: Meter = createMeter(Infinity)) {
    this.#meter = meter;
    this.#intern({ kind: 'worlds', worlds: ALL_WORLDS }, ALL_WORLDS, 0);
  }

  node(literal: Literal): Node {
    return this.#entry(literal).node;
  }

  canHold(literal: Literal): number {
    const entry = this.#entry(literal);
    return literal > 0 ? entry.canHold : entry.canFail;
  }

  canFail(literal: Literal): number {
    return this.canHold(-literal);
  }

  /** The names of all formats that any schema mentions. */
  get formats(): readonly string[] {
    return this.#entries.flatMap(({ node }) => (node.kind === 'format' ? [node.name] : []));
  }

  #entry(literal: Literal): Entry {
    // Literals come from this store alone, so the number is always known.
    return this.#entries[Math.abs(literal)] as Entry;
  }

  #intern(node: Node, canHold: number, canFail: number): Literal {
    const key = nodeKey(node);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#entries.push({ node, canHold, canFail }) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  worlds(worlds: number): Literal {
    const known = this.#worlds.get(worlds) ?? this.#findWorlds(worlds);
    this.#worlds.set(worlds, known);
    return known;
  }

  #findWorlds(worlds: number): Literal {
    // The set that holds null is the one that is stored; the other is its negation.
    if ((worlds & WORLD.null) === 0) return -this.worlds(ALL_WORLDS & ~worlds);
    return this.#intern({ kind: 'worlds', worlds }, worlds, ALL_WORLDS & ~worlds);
  }

  test(node: Test): Literal {
    this.spend(TESTING);
    return this.#plain(node) ?? this.#intern(node, ALL_WORLDS, WORLD_OF[node.kind]);
  }

  /** What a test says that always holds, or never in its world. */
  #plain(node: Test): Literal | null {
    const never = this.worlds(ALL_WORLDS & ~WORLD_OF[node.kind]);
    if ('values' in node) return [...node.values].length === 0 ? never : null;
    if (node.kind === 'atLeast') return this.#plainCount(node.count, node.schema, never);
    if ('schema' in node) return node.schema === TRUE ? TRUE : null;
    return MINIMA.has(node.kind) && 'limit' in node && node.limit <= 0 ? TRUE : null;
  }

  #plainCount(count: number, schema: Literal, never: Literal): Literal | null {
    if (count <= 0) return TRUE;
    if (schema === TRUE) return this.test({ kind: 'minItems', limit: count });
    return schema === FALSE ? never : null;
  }

  unknown(reason: UndecidedReason): Literal {
    const serial = this.#entries.length;
    return this.#intern({ kind: 'unknown', reason, serial }, ALL_WORLDS, ALL_WORLDS);
  }

  recursion(place: string): Literal {
    return this.#intern({ kind: 'recursion', place }, ALL_WORLDS, ALL_WORLDS);
  }

  define(recursion: Literal, meaning: Literal): void {
    this.#definitions.set(recursion, meaning);
  }

  /** What a `recursion` node stands for, with the literal's own sign. */
  meaning(literal: Literal): Literal {
    const meaning = this.#definitions.get(Math.abs(literal)) ?? this.unknown('keyword');
    return literal > 0 ? meaning : -meaning;
  }

  /** Holds of the scalars of these worlds that are among the values. */
  scalars(worlds: number, numbers: Iterable<number>, strings: Iterable<string>): Literal {
    const values = [...new Set(numbers)].sort((one, other) => one - other);
    return this.and([
      this.worlds(worlds),
      this.test({ kind: 'numbers', values }),
      this.test({ kind: 'strings', values: new Set(strings) }),
    ]);
  }

  or(parts: readonly Literal[]): Literal {
    return -this.and(this.#joinFinite(parts).map((part) => -part));
  }

  /** One enumeration in place of several: `anyOf` of constants is the `enum` of them. */
  #joinFinite(parts: readonly Literal[]): readonly Literal[] {
    const others: Literal[] = [];
    const joined: Finite[] = [];
    for (const part of parts) {
      const finite = finiteOf(this, part);
      if (finite?.exact === true) joined.push(finite);
      else others.push(part);
    }
    if (joined.length < 2) return parts;
    let worlds = 0;
    for (const finite of joined) worlds |= finite.worlds;
    const numbers = joined.flatMap((finite) => finite.numbers);
    const strings = joined.flatMap((finite) => [...finite.strings]);
    return [...others, this.scalars(worlds, numbers, strings)];
  }

  /** From here on another question pays for the work. */
  payFrom(meter: Meter): void {
    this.#meter = meter;
  }

  /** Counts work on formulas; false once there is no more to be had. */
  spend(steps: number): boolean {
    return this.#meter.spend(steps);
  }

  and(parts: readonly Literal[]): Literal {
    const told = parts.filter((part) => part !== TRUE);
    const [only] = told;
    // What a reference leads to is often all that is said, in thousands of places.
    return told.length === 1 && only !== undefined && this.#isJoined(only)
      ? only
      : this.#join(told);
  }

  #join(parts: readonly Literal[]): Literal {
    const found = this.#flatten(parts);
    if (!this.spend(JOINING + (parts.length + found.size) * PART)) return this.unknown('budget');
    let worlds = ALL_WORLDS;
    for (const part of found) worlds &= this.canHold(part);
    if (worlds === 0) return FALSE;
    // What cannot fail where the rest can hold says nothing: `minimum` beside `type: string`.
    const kept = [...found].filter(
      (part) => this.node(part).kind !== 'worlds' && (this.canFail(part) & worlds) !== 0,
    );
    if (kept.some((part) => found.has(-part))) return FALSE;
    if (worlds !== ALL_WORLDS) kept.push(this.worlds(worlds));
    const [first] = kept;
    if (first === undefined) return TRUE;
    if (kept.length === 1) return first;
    kept.sort((one, other) => one - other);
    let canFail = 0;
    for (const part of kept) canFail |= this.canFail(part);
    return this.#intern({ kind: 'and', parts: kept }, worlds, canFail);
  }

  #isJoined(part: Literal): boolean {
    return part > 0 && this.node(part).kind === 'and';
  }

  #flatten(parts: readonly Literal[]): Set<Literal> {
    const found = new Set<Literal>();
    for (const part of parts) {
      const node = this.node(part);
      if (part > 0 && node.kind === 'and') for (const inner of node.parts) found.add(inner);
      else found.add(part);
    }
    this.#narrow(found);
    return found;
  }

  /** Of several enumerations what is in all of them, so that two constants exclude each other. */
  #narrow(found: Set<Literal>): void {
    let numbers: readonly number[] | null = null;
    let strings: ReadonlySet<string> | null = null;
    for (const part of found) {
      const node = this.node(part);
      if (part < 0 || (node.kind !== 'numbers' && node.kind !== 'strings')) continue;
      found.delete(part);
      if (node.kind === 'strings') strings = meet(strings, node.values);
      else numbers = [...meet(numbers === null ? null : new Set(numbers), new Set(node.values))];
    }
    if (numbers !== null) found.add(this.test({ kind: 'numbers', values: numbers }));
    if (strings !== null) found.add(this.test({ kind: 'strings', values: strings }));
  }

  one(parts: readonly Literal[]): Literal {
    const kept = parts.filter((part) => part !== FALSE).sort((one, other) => one - other);
    const certain = kept.indexOf(TRUE);
    if (certain >= 0) {
      return this.and(kept.filter((_, index) => index !== certain).map((part) => -part));
    }
    if (arePlainlyDisjoint(this, kept)) return this.or(kept);
    const worlds = kept.reduce((all, part) => all | this.canHold(part), 0);
    return this.#intern({ kind: 'one', parts: kept }, worlds, ALL_WORLDS);
  }
}
