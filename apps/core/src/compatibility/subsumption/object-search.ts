/** Conjunctions of tests on objects. */
import { objectOf, type Json } from '../../json/value.js';
import { EMPTY, instanceWithin, unknown, type Answer, type Search } from './answer.js';
import { keySpaceOf, type KeySpace, type Kind } from './keys.js';
import type { KeySet, Literal } from './node.js';
import { readObjectDemands, type Demand, type ObjectDemands } from './object-demands.js';
import { sampleStrings } from './theories/sample-strings.js';
import type { UndecidedReason } from './verdict.js';

/** More properties than this are not written out. */
const MOST_PROPERTIES = 2_000;

/** Steps for each property that is written out, and for each demand that one name is held against. */
const WRITING = 0.1;
const LOOKING = 0.02;

export const findObject = (search: Search, literals: readonly Literal[]): Answer => {
  const demands = readObjectDemands(search.store, literals);
  return demands === null ? EMPTY : new ObjectSearch(search, demands).find();
};

/** Refutes a part that asks for a value under a name which the tests exclude there. */
export const objectRefuter = (
  search: Search,
  tests: readonly Literal[],
): ((part: Literal) => boolean) => {
  const demands = readObjectDemands(search.store, tests);
  if (demands === null) return () => false;
  search.meter.spend(tests.length * LOOKING);
  const known = new ObjectSearch(search, demands);
  return (part) => {
    const test = search.store.node(part);
    if (part > 0 || test.kind !== 'all' || test.keys.kind !== 'name') return false;
    return known.excludes(test.keys.name, -test.schema);
  };
};

/** A key that is to be present, with all that its value has to satisfy. */
interface Slot {
  readonly schemas: readonly Literal[];
  readonly kind: Kind | null;
}

type Slots = ReadonlyMap<string, Slot>;

class ObjectSearch {
  readonly #search: Search;
  readonly #demands: ObjectDemands;
  readonly #space: KeySpace;
  readonly #onNames = new Map<string, readonly Literal[]>();
  /** What is demanded of the value under one name, and by sets of keys of other kinds. */
  readonly #named = new Map<string, Literal[]>();
  readonly #unnamed: Demand[] = [];
  #gaveUp: UndecidedReason | null = null;
  /** Some demand on a key that is there is not known, so that what is found proves nothing. */
  #doubtful = false;

  constructor(search: Search, demands: ObjectDemands) {
    this.#search = search;
    this.#demands = demands;
    this.#space = keySpaceOf(
      search,
      [...demands.every, ...demands.some].map(({ keys }) => keys),
    );
    for (const demand of demands.every) {
      const { keys, schema } = demand;
      if (keys.kind !== 'name') this.#unnamed.push(demand);
      else this.#named.set(keys.name, [...(this.#named.get(keys.name) ?? []), schema]);
    }
  }

  find(): Answer {
    const { slots, free } = this.#asked();
    if (slots.size > this.#demands.most) return EMPTY;
    for (const { schemas } of slots.values()) {
      if (this.#ask(schemas).kind === 'empty') return EMPTY;
    }
    return this.#place(free, slots) ?? (this.#gaveUp === null ? EMPTY : unknown(this.#gaveUp));
  }

  /** The keys that are asked for by name, and the demands that leave it open which key it is. */
  #asked(): { slots: Map<string, Slot>; free: Demand[] } {
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
    return { slots, free };
  }

  #ask(schemas: readonly Literal[]): Answer {
    const answer = this.#search.find(schemas);
    if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
    return answer;
  }

  /** No value under this name can satisfy the schema, whatever else there is. */
  excludes(name: string, schema: Literal): boolean {
    return this.#search.find([...this.#onName(name), schema]).kind === 'empty';
  }

  /** What the value under a name has to satisfy, if it is there. */
  #onName(name: string): readonly Literal[] {
    const known = this.#onNames.get(name);
    if (known !== undefined) return known;
    const schemas = [...(this.#named.get(name) ?? [])];
    this.#search.meter.spend((schemas.length + this.#unnamed.length) * LOOKING);
    for (const { keys, schema } of this.#unnamed) {
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
    return this.#unnamed
      .filter(({ keys }) => this.#space.hasKind(keys, kind) === true)
      .map(({ schema }) => schema);
  }

  /** Finds a key for each demand that does not name its own; null where there is no way. */
  #place(free: readonly Demand[], slots: Slots): Answer | null {
    const [demand, ...others] = free;
    if (demand === undefined) return this.#fill(slots);
    if (!this.#search.meter.spend(2 + slots.size * LOOKING)) {
      this.#gaveUp ??= 'budget';
      return null;
    }
    for (const [key, slot] of this.#candidates(demand, slots)) {
      const schemas = [...slot.schemas, demand.schema];
      if (this.#ask(schemas).kind !== 'instance') continue;
      const placed = this.#place(others, new Map([...slots, [key, { ...slot, schemas }]]));
      if (placed !== null) return placed;
    }
    return null;
  }

  /** Keys that are there already, then names, then a new key of each kind. */
  *#candidates(demand: Demand, slots: Slots): Generator<[string, Slot]> {
    for (const [key, slot] of slots) if (this.#isIn(demand.keys, key, slot)) yield [key, slot];
    if (slots.size >= this.#demands.most) return;
    for (const name of this.#space.names) {
      if (slots.has(name) || !this.#isIn(demand.keys, name, null)) continue;
      yield [name, { schemas: this.#onName(name), kind: null }];
    }
    for (const kind of this.#kinds(demand.keys, [demand.schema])) {
      const key = this.#freshKey(kind, slots);
      if (key !== null) yield [key, { schemas: this.#onKind(kind), kind }];
    }
  }

  #isIn(keys: KeySet, key: string, slot: Slot | null): boolean {
    const kind = slot?.kind ?? null;
    const inside = kind === null ? this.#space.hasName(keys, key) : this.#space.hasKind(keys, kind);
    if (inside === null) this.#gaveUp ??= 'regex';
    return inside === true;
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
    return this.#keysOf(kind, taken + 1).find((key) => !slots.has(key)) ?? null;
  }

  #keysOf(kind: Kind, wanted: number): readonly string[] {
    const { values, rest } = sampleStrings(kind.set, wanted, this.#search.meter);
    if (values.length < wanted && rest !== 'none' && rest !== 'some') this.#gaveUp ??= rest;
    return values;
  }

  /** Adds keys until there are enough, then writes the object out. */
  #fill(slots: Slots): Answer | null {
    const { least } = this.#demands;
    const filled = new Map<string, Slot>(slots);
    if (filled.size < least) {
      for (const [key, slot] of this.#spareKeys(slots, least)) {
        if (filled.size >= least) break;
        if (filled.has(key)) continue;
        if (this.#ask(slot.schemas).kind === 'instance') filled.set(key, slot);
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
      for (const key of this.#keysOf(kind, least)) yield [key, slot];
    }
  }

  #write(slots: Slots): Answer | null {
    const entries: [string, Json][] = [];
    for (const [key, { schemas }] of slots) {
      const answer = this.#ask(schemas);
      if (answer.kind !== 'instance') return null;
      entries.push([key, answer.value]);
    }
    if (this.#doubtful) return null;
    return this.#search.meter.spend(entries.length * WRITING)
      ? this.#offer(objectOf(entries))
      : this.#giveUp('budget');
  }

  #offer(value: Json): Answer | null {
    const answer = instanceWithin(value);
    return answer.kind === 'unknown' ? this.#giveUp(answer.reason) : answer;
  }

  #giveUp(reason: UndecidedReason): null {
    this.#gaveUp ??= reason;
    return null;
  }
}
