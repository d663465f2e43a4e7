/** Conjunctions of tests on arrays. */
import type { Json } from '../../json/value.js';
import {
  EMPTY,
  instanceWithin,
  unknown,
  type Answer,
  type Search,
  type Several,
} from './answer.js';
import { distinctValues } from './distinct.js';
import { readArrayDemands, type ArrayDemands, type Tally } from './array-demands.js';
import type { Literal } from './node.js';
import type { UndecidedReason } from './verdict.js';

/** More items than this are not written out one by one. */
const MOST_ITEMS = 5_000;

/** More places than this are not searched one by one. */
const MOST_PLACES = 400;

/** Steps for each item that is written out, and for each place and tally that is held in mind. */
const WRITING = 0.1;
const LOOKING = 0.05;

export const findArray = (search: Search, literals: readonly Literal[]): Answer => {
  const demands = readArrayDemands(search.store, literals);
  return demands === null ? EMPTY : new ArraySearch(search, demands).find();
};

/** Refutes a part that asks for an item at a place where the tests exclude it. */
export const arrayRefuter = (
  search: Search,
  tests: readonly Literal[],
): ((part: Literal) => boolean) => {
  const demands = readArrayDemands(search.store, tests);
  if (demands === null) return () => false;
  const known = new ArraySearch(search, demands);
  return (part) => {
    const test = search.store.node(part);
    return part < 0 && test.kind === 'itemAt' && known.excludes(test.index, -test.schema);
  };
};

class ArraySearch {
  readonly #search: Search;
  readonly #demands: ArrayDemands;
  readonly #tallies: readonly Tally[];
  /** From here on every place is like the next. */
  readonly #end: number;
  readonly #onPlaces = new Map<number, readonly Literal[]>();
  #gaveUp: UndecidedReason | null = null;

  constructor(search: Search, demands: ArrayDemands) {
    this.#search = search;
    this.#demands = demands;
    this.#tallies = [...demands.tallies.values()];
    let end = 0;
    for (const index of demands.at.keys()) end = Math.max(end, index + 1);
    for (const { index } of demands.from) end = Math.max(end, index);
    for (const { from } of this.#tallies) end = Math.max(end, from);
    this.#end = end;
  }

  find(): Answer {
    const most = this.#longest();
    const needed = this.#tallies.reduce((sum, { least }) => sum + least, 0);
    const spare = this.#demands.repeated ? 2 : 0;
    // More places than these change nothing: one that serves no demand can be left out.
    const enough = Math.min(most, Math.max(this.#demands.least, this.#end + needed + spare));
    const start = Math.max(this.#demands.least, spare, this.#fewest());
    if (start > most) return this.#without();
    if (this.#demands.unique && start > MOST_PLACES && this.#isTooFew(start)) return EMPTY;
    const filler = this.#filler(needed + spare, start);
    for (let length = start - filler; length <= enough - filler; length += 1) {
      if (length > MOST_PLACES) {
        this.#gaveUp ??= 'budget';
        break;
      }
      const answer = this.#ofLength(length, filler);
      if (answer !== null) return answer;
    }
    return this.#without();
  }

  /** No item at this place can satisfy the schema, whatever else there is. */
  excludes(index: number, schema: Literal): boolean {
    return this.#search.find([...this.#onPlace(index), schema]).kind === 'empty';
  }

  #without(): Answer {
    return this.#gaveUp === null ? EMPTY : unknown(this.#gaveUp);
  }

  #fewest(): number {
    return this.#tallies.reduce(
      (most, { from, least }) => Math.max(most, least > 0 ? from + least : 0),
      0,
    );
  }

  #onPlace(index: number): readonly Literal[] {
    const place = Math.min(index, this.#end);
    const known = this.#onPlaces.get(place);
    if (known !== undefined) return known;
    const schemas = this.#demands.from
      .filter((demand) => demand.index <= place)
      .map(({ schema }) => schema);
    const found = [...schemas, ...(this.#demands.at.get(place) ?? [])];
    this.#onPlaces.set(place, found);
    return found;
  }

  /** No array is longer than up to the first place that nothing can fill. */
  #longest(): number {
    const { most } = this.#demands;
    for (let index = 0; index <= this.#end && index < most; index += 1) {
      const answer = this.#search.find(this.#onPlace(index));
      if (answer.kind === 'empty') return Math.min(most, index);
      if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
    }
    return most;
  }

  /** How many places at the end can be filled with one and the same value, without a search. */
  #filler(needed: number, start: number): number {
    const { unique } = this.#demands;
    const counted = this.#tallies.some(({ most }) => most < Infinity);
    if (unique || counted) return 0;
    const filler = start - (this.#end + needed);
    return filler > 0 && start <= MOST_ITEMS ? filler : 0;
  }

  #ofLength(length: number, filler: number): Answer | null {
    const places: (readonly Literal[])[] = [];
    const counts = this.#tallies.map(() => 0);
    return this.#next({ length, filler, places, counts, last: Infinity });
  }

  /** Chooses for one place after the other which tallies it counts for. */
  #next(state: Row): Answer | null {
    if (!this.#search.meter.spend(2 + state.places.length * LOOKING)) {
      this.#gaveUp ??= 'budget';
      return null;
    }
    const { length, places, counts } = state;
    const left = length - places.length;
    if (this.#tallies.some(({ least }, at) => least - (counts[at] ?? 0) > left)) return null;
    if (left === 0) return this.#finish(places, state.filler);
    if (places.length % 8 !== 7) return this.#chooseAny(state);
    const found = this.#search.deeper(() => ({ answer: this.#chooseAny(state) }));
    if (found === null) this.#gaveUp ??= 'budget';
    return found?.answer ?? null;
  }

  #chooseAny(state: Row): Answer | null {
    for (const choice of this.#choices(state.places.length, state.counts)) {
      const found = this.#choose(state, choice);
      if (found !== null) return found;
    }
    return null;
  }

  #choose(state: Row, choice: Choice): Answer | null {
    const { places } = state;
    const index = places.length;
    if (!this.#search.meter.spend(this.#tallies.length * LOOKING)) {
      this.#gaveUp ??= 'budget';
      return null;
    }
    // Places at the end are alike, so that only one order of their choices is tried.
    if (index > this.#end && choice.rank > state.last) return null;
    const schemas = [...this.#onPlace(index), ...choice.schemas];
    const answer = this.#search.find(schemas);
    if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
    if (answer.kind !== 'instance') return null;
    return this.#next({
      ...state,
      places: [...places, schemas],
      counts: choice.counts,
      last: index >= this.#end ? choice.rank : Infinity,
    });
  }

  *#choices(index: number, counts: readonly number[], at = 0): Generator<Choice> {
    const own = this.#tallies[at];
    if (own === undefined) {
      yield { schemas: [], counts: [], rank: 0 };
      return;
    }
    const have = counts[at] ?? 0;
    for (const rest of this.#choices(index, counts, at + 1)) {
      const rank = rest.rank * 2;
      const without = own.most < Infinity && index >= own.from ? [-own.schema] : [];
      yield { schemas: [...without, ...rest.schemas], counts: [have, ...rest.counts], rank };
      const useful = own.most < Infinity ? have < own.most : have < own.least;
      if (index < own.from || !useful) continue;
      const schemas = [own.schema, ...rest.schemas];
      yield { schemas, counts: [have + 1, ...rest.counts], rank: rank + 1 };
    }
  }

  #finish(places: readonly (readonly Literal[])[], filler: number): Answer | null {
    if (this.#demands.unique) return this.#distinct(places);
    if (this.#demands.repeated) return this.#withRepetition(places, filler);
    return this.#write(places, filler);
  }

  /** More different items are asked for than there are values. */
  #isTooFew(items: number): boolean {
    const { values, rest } = this.#search.findSeveral(this.#onPlace(this.#end), MOST_PLACES);
    return rest === 'none' && this.#end + values.length < items;
  }

  #distinct(places: readonly (readonly Literal[])[]): Answer | null {
    const offers = new Map<string, Several>();
    const several = places.map((schemas) => {
      const key = schemas.join(' ');
      const offer = offers.get(key) ?? this.#search.findSeveral(schemas, places.length);
      offers.set(key, offer);
      return offer;
    });
    const values = distinctValues(
      several.map((one) => one.values),
      this.#search.meter,
    );
    if (values === 'budget') this.#gaveUp ??= 'budget';
    else if (values !== null) return this.#offer(values);
    const rest = several.find((one) => one.rest !== 'none' && one.rest !== 'some');
    if (rest !== undefined) this.#gaveUp ??= 'unique-items';
    return null;
  }

  #withRepetition(places: readonly (readonly Literal[])[], filler: number): Answer | null {
    for (const [at, one] of places.entries()) {
      for (const [offset, other] of places.slice(at + 1).entries()) {
        const both = [...one, ...other];
        const answer = this.#search.find(both);
        if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
        if (answer.kind !== 'instance') continue;
        const pair = [at, at + 1 + offset];
        const merged = places.map((schemas, place) => (pair.includes(place) ? both : schemas));
        return this.#write(merged, filler);
      }
    }
    return null;
  }

  #write(places: readonly (readonly Literal[])[], filler: number): Answer | null {
    const values: Json[] = [];
    const all = [...places, ...Array.from({ length: filler }, () => this.#onPlace(this.#end))];
    for (const schemas of all) {
      const answer = this.#search.find(schemas);
      if (answer.kind === 'unknown') this.#gaveUp ??= answer.reason;
      if (answer.kind !== 'instance') return null;
      values.push(answer.value);
    }
    return this.#offer(values);
  }

  #offer(values: readonly Json[]): Answer | null {
    const isPaid = this.#search.meter.spend(values.length * WRITING);
    const answer = isPaid ? instanceWithin(values) : unknown('budget');
    if (answer.kind !== 'unknown') return answer;
    this.#gaveUp ??= answer.reason;
    return null;
  }
}

interface Row {
  readonly length: number;
  readonly filler: number;
  readonly places: readonly (readonly Literal[])[];
  readonly counts: readonly number[];
  readonly last: number;
}

interface Choice {
  readonly schemas: readonly Literal[];
  readonly counts: readonly number[];
  /** Orders the choices; places that are alike take them in falling order. */
  readonly rank: number;
}
