/** Conjunctions of tests on objects. */
import { objectOf, type Json } from '../../json/value.js';
import { EMPTY, instance, unknown, type Answer, type Search } from './answer.js';
import { keySpaceOf, type KeySpace, type Kind } from './keys.js';
import { TRUE, type KeySet, type Literal, type ObjectTest } from './node.js';
import { sampleStrings } from './theories/sample-strings.js';
import type { UndecidedReason } from './verdict.js';

/** Values under these keys satisfy the schema: all of them, or at least one. */
interface Demand {
  readonly keys: KeySet;
  readonly schema: Literal;
}

interface Demands {
  readonly every: Demand[];
  readonly some: Demand[];
  least: number;
  most: number;
}

/** More properties than this are not written out. */
const MOST_PROPERTIES = 2_000;

const read = (search: Search, literals: readonly Literal[]): Demands => {
  const demands: Demands = { every: [], some: [], least: 0, most: Infinity };
  const add = (keys: KeySet, schema: Literal, holds: boolean): void => {
    if (holds) demands.every.push({ keys, schema });
    else demands.some.push({ keys, schema: -schema });
  };
  for (const literal of literals) {
    const test = search.store.node(literal) as ObjectTest;
    const holds = literal > 0;
    switch (test.kind) {
      case 'minProperties':
        if (holds) demands.least = Math.max(demands.least, test.limit);
        else demands.most = Math.min(demands.most, test.limit - 1);
        break;
      case 'maxProperties':
        if (holds) demands.most = Math.min(demands.most, test.limit);
        else demands.least = Math.max(demands.least, test.limit + 1);
        break;
      case 'has':
        // To lack a key is to have nothing under it.
        add({ kind: 'name', name: test.name }, -TRUE, !holds);
        break;
      case 'all':
        add(test.keys, test.schema, holds);
        break;
    }
  }
  return demands;
};

export const findObject = (search: Search, literals: readonly Literal[]): Answer => {
  const demands = read(search, literals);
  if (demands.least > demands.most) return EMPTY;
  return new ObjectSearch(search, demands).find();
};

/** A key that is to be present, with all that its value has to satisfy. */
interface Slot {
  readonly schemas: readonly Literal[];
  readonly kind: Kind | null;
}

type Slots = ReadonlyMap<string, Slot>;

class ObjectSearch {
  readonly #search: Search;
  readonly #demands: Demands;
  readonly #space: KeySpace;
  readonly #onNames = new Map<string, readonly Literal[]>();
  #gaveUp: UndecidedReason | null = null;
  /** Some demand on a key that is there is not known, so that what is found proves nothing. */
  #doubtful = false;

  constructor(search: Search, demands: Demands) {
    this.#search = search;
    this.#demands = demands;
    this.#space = keySpaceOf(
      search,
      [...demands.every, ...demands.some].map(({ keys }) => keys),
    );
  }

  find(): Answer {
    const slots = new Map<string, Slot>();
    const free: Demand[] = [];
    for (const demand of this.#demands.some) {
      if (demand.keys.kind !== 'name') {
        free.push(demand);
        continue;
      }
      const { name } = demand.keys;
      const known = slots.get(name)?.schemas ?? this.#onName(name);
      slots.set(name, { schemas: [...known, demand.schema], kind: null });
    }
    for (const { schemas } of slots.values()) {
      const answer = this.#search.find(schemas);
      if (answer.kind === 'empty') return EMPTY;
      if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
    }
    if (slots.size > this.#demands.most) return EMPTY;
    return this.#place(free, slots) ?? (this.#gaveUp === null ? EMPTY : unknown(this.#gaveUp));
  }

  /** What the value under a name has to satisfy, if it is there. */
  #onName(name: string): readonly Literal[] {
    const known = this.#onNames.get(name);
    if (known !== undefined) return known;
    const schemas: Literal[] = [];
    for (const { keys, schema } of this.#demands.every) {
      const inside = this.#space.hasName(keys, name);
      if (inside === true) schemas.push(schema);
      if (inside !== null) continue;
      this.#gaveUp ??= 'regex';
      this.#doubtful = true;
    }
    this.#onNames.set(name, schemas);
    return schemas;
  }

  #onKind(kind: Kind): readonly Literal[] {
    return this.#demands.every
      .filter(({ keys }) => this.#space.hasKind(keys, kind) === true)
      .map(({ schema }) => schema);
  }

  /** Finds a key for each demand that does not name its own; null where there is no way. */
  #place(free: readonly Demand[], slots: Slots): Answer | null {
    const [demand, ...others] = free;
    if (demand === undefined) return this.#fill(slots);
    if (!this.#search.meter.spend(2)) {
      this.#gaveUp ??= 'budget';
      return null;
    }
    for (const [key, slot] of this.#candidates(demand, slots)) {
      const schemas = [...slot.schemas, demand.schema];
      const answer = this.#search.find(schemas);
      if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
      if (answer.kind !== 'instance') continue;
      const placed = this.#place(others, new Map([...slots, [key, { ...slot, schemas }]]));
      if (placed !== null) return placed;
    }
    return null;
  }

  /** Keys that are there already, then names, then a new key of each kind. */
  *#candidates(demand: Demand, slots: Slots): Generator<[string, Slot]> {
    const { keys } = demand;
    for (const [key, slot] of slots) {
      const inside =
        slot.kind === null ? this.#space.hasName(keys, key) : this.#space.hasKind(keys, slot.kind);
      if (inside === null) this.#gaveUp ??= 'regex';
      if (inside === true) yield [key, slot];
    }
    if (slots.size >= this.#demands.most) return;
    for (const name of this.#space.names) {
      if (slots.has(name)) continue;
      const inside = this.#space.hasName(keys, name);
      if (inside === null) this.#gaveUp ??= 'regex';
      if (inside === true) yield [name, { schemas: this.#onName(name), kind: null }];
    }
    for (const kind of this.#kinds(demand.keys, [demand.schema])) {
      const key = this.#freshKey(kind, slots);
      if (key !== null) yield [key, { schemas: this.#onKind(kind), kind }];
    }
  }

  /** Kinds of new keys whose values can satisfy all that is asked of them. */
  #kinds(within: KeySet | null, also: readonly Literal[]): Generator<Kind> {
    return this.#space.kinds(
      within,
      (kind) => this.#search.find([...this.#onKind(kind), ...also]).kind !== 'empty',
      (reason) => (this.#gaveUp ??= reason),
    );
  }

  #freshKey(kind: Kind, slots: Slots): string | null {
    const taken = [...slots.values()].filter((slot) => slot.kind !== null).length;
    const sample = sampleStrings(kind.set, taken + 1, this.#search.meter);
    const key = sample.values.find((value) => !slots.has(value));
    if (key === undefined && sample.rest !== 'none' && sample.rest !== 'some') {
      this.#gaveUp ??= sample.rest;
    }
    return key ?? null;
  }

  /** Adds keys until there are enough, then writes the object out. */
  #fill(slots: Slots): Answer | null {
    const { least } = this.#demands;
    const filled = new Map<string, Slot>(slots);
    if (filled.size < least) {
      for (const [key, slot] of this.#spareKeys(slots, least)) {
        if (filled.size >= least) break;
        if (filled.has(key)) continue;
        const answer = this.#search.find(slot.schemas);
        if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
        if (answer.kind === 'instance') filled.set(key, slot);
      }
    }
    if (filled.size < least) return null;
    return this.#write(filled);
  }

  *#spareKeys(slots: Slots, least: number): Generator<[string, Slot]> {
    for (const name of this.#space.names) {
      if (!slots.has(name)) yield [name, { schemas: this.#onName(name), kind: null }];
    }
    for (const kind of this.#kinds(null, [])) {
      const slot = { schemas: this.#onKind(kind), kind };
      if (least > MOST_PROPERTIES) {
        this.#gaveUp ??= 'budget';
        return;
      }
      const { values, rest } = sampleStrings(kind.set, least, this.#search.meter);
      if (values.length < least && rest !== 'none' && rest !== 'some') this.#gaveUp ??= rest;
      for (const key of values) yield [key, slot];
    }
  }

  #write(slots: Slots): Answer | null {
    const entries: [string, Json][] = [];
    for (const [key, { schemas }] of slots) {
      const answer = this.#search.find(schemas);
      if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
      if (answer.kind !== 'instance') return null;
      entries.push([key, answer.value]);
    }
    return this.#doubtful ? null : instance(objectOf(entries));
  }
}
