/** Instances judged by the normal form. */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { DEFAULT_DIALECT, DIALECTS, type Dialect } from '../../schema/dialect.js';
import { Budget, withinSteps } from './budget.js';
import { worldOf } from './constant.js';
import { valueKey } from './equality.js';
import { matchesFormat } from './formats.js';
import type {
  ArrayTest,
  KeySet,
  Literal,
  NumberTest,
  ObjectTest,
  StringTest,
  Test,
} from './node.js';
import { normalise } from './normalise.js';
import { rememberEach } from './remember.js';
import { Store } from './store.js';
import { hasNumber, numbersAmong, numbersWith, type NumberSet } from './theories/numbers.js';
import { codePointLength } from './theories/strings.js';
import { patternSteps } from './theories/pattern-automaton.js';
import { createMeter, type Meter } from './theories/sample.js';
import { matchesPattern } from './text.js';
import { weightOf } from './weight.js';

/** Whether formats are asserted, or annotations as both dialects have it. */
export type FormatMode = 'annotation' | 'assert';

/** null: not known, a part that cannot be read decides. */
export type Outcome = boolean | null;

const not = (outcome: Outcome): Outcome => (outcome === null ? null : !outcome);

const every = <T>(items: Iterable<T>, test: (item: T) => Outcome): Outcome => {
  let outcome: Outcome = true;
  for (const item of items) {
    const one = test(item);
    if (one === false) return false;
    if (one === null) outcome = null;
  }
  return outcome;
};

/** How often it holds: surely at least, and at most. */
const count = <T>(items: Iterable<T>, test: (item: T) => Outcome): [number, number] => {
  let [least, most] = [0, 0];
  for (const item of items) {
    const one = test(item);
    if (one === true) least += 1;
    if (one !== false) most += 1;
  }
  return [least, most];
};

const numberSets = new WeakMap<NumberTest, NumberSet>();

export const numberSetOf = (test: NumberTest): NumberSet => {
  const known = numberSets.get(test) ?? readNumbers(test);
  numberSets.set(test, known);
  return known;
};

const readNumbers = (test: NumberTest): NumberSet => {
  if (test.kind === 'numbers') return numbersAmong(test.values);
  return numbersWith(test.kind === 'integer' ? { integer: true } : { [test.keyword]: test.limit });
};

/** Steps for one formula put to one value, and for each character that is read. */
const LOOKING = 0.05;
const READING = 0.01;

/**
 * Judges instances by the formulas of one store, each part of an instance once by each formula,
 * however many ways lead there. null too where the meter has run out.
 */
export class Evaluator {
  readonly #store: Store;
  readonly #formats: FormatMode;
  readonly #meter: Meter;
  readonly #known = new WeakMap<object, Map<Literal, Outcome>>();
  readonly #names = new WeakMap<readonly string[], ReadonlySet<string>>();

  constructor(
    store: Store,
    formats: FormatMode = 'annotation',
    meter: Meter = createMeter(Infinity),
  ) {
    this.#store = store;
    this.#formats = formats;
    this.#meter = meter;
  }

  holds(literal: Literal, value: Json): Outcome {
    return literal < 0 ? not(this.#node(-literal, value)) : this.#node(literal, value);
  }

  /** null where a pattern, or a part of a schema on names, cannot be read. */
  isKeyIn(keys: KeySet, key: string): Outcome {
    switch (keys.kind) {
      case 'name':
        return keys.name === key;
      case 'pattern':
        return this.#matches(keys.source, key);
      case 'failing':
        return not(this.holds(keys.schema, key));
      case 'other':
        if (this.#setOf(keys.names).has(key)) return false;
        return every(keys.patterns, (source) => not(this.#matches(source, key)));
    }
  }

  #setOf(names: readonly string[]): ReadonlySet<string> {
    const known = this.#names.get(names) ?? new Set(names);
    this.#names.set(names, known);
    return known;
  }

  #matches(source: string, text: string): boolean | null {
    if (!this.#meter.spendOnce(source, patternSteps(source))) return null;
    return this.#meter.spend(1 + text.length * READING) ? matchesPattern(source, text) : null;
  }

  #node(literal: Literal, value: Json): Outcome {
    const world = worldOf(value);
    if ((this.#store.canFail(literal) & world) === 0) return true;
    if ((this.#store.canHold(literal) & world) === 0) return false;
    if (!this.#meter.spend(LOOKING)) return null;
    if (typeof value !== 'object' || value === null) return this.#judge(literal, value);
    const judged = this.#known.get(value) ?? new Map<Literal, Outcome>();
    this.#known.set(value, judged);
    const known = judged.get(literal);
    if (known !== undefined) return known;
    const outcome = this.#judge(literal, value);
    judged.set(literal, outcome);
    return outcome;
  }

  #judge(literal: Literal, value: Json): Outcome {
    const node = this.#store.node(literal);
    switch (node.kind) {
      case 'worlds':
        return (node.worlds & worldOf(value)) !== 0;
      case 'and':
        return every(node.parts, (part) => this.holds(part, value));
      case 'one':
        return this.#one(node.parts, value);
      case 'recursion':
        return this.holds(this.#store.meaning(literal), value);
      case 'unknown':
        return null;
      default:
        return this.#test(node, value);
    }
  }

  #one(parts: readonly Literal[], value: Json): Outcome {
    const [least, most] = count(parts, (part) => this.holds(part, value));
    return least > 1 || most < 1 ? false : least === most || null;
  }

  /** The caller has seen to it that the value is of the world that the test is about. */
  #test(test: Test, value: Json): Outcome {
    if (typeof value === 'number') return this.#number(test as NumberTest, value);
    if (typeof value === 'string') return this.#string(test as StringTest, value);
    if (isArray(value)) return this.#array(test as ArrayTest, value);
    return isObject(value) ? this.#object(test as ObjectTest, value) : true;
  }

  #number(test: NumberTest, value: number): Outcome {
    if (test.kind !== 'numbers') return hasNumber(numberSetOf(test), value);
    return this.#meter.spend(test.values.length * READING) ? test.values.includes(value) : null;
  }

  #string(test: StringTest, value: string): Outcome {
    switch (test.kind) {
      case 'minLength':
        return codePointLength(value) >= test.limit;
      case 'maxLength':
        return codePointLength(value) <= test.limit;
      case 'pattern':
        return this.#matches(test.source, value);
      case 'strings':
        return test.values.has(value);
      case 'format':
        return this.#formats === 'annotation' || matchesFormat(test.name, value);
    }
  }

  #array(test: ArrayTest, value: readonly Json[]): Outcome {
    switch (test.kind) {
      case 'minItems':
        return value.length >= test.limit;
      case 'maxItems':
        return value.length <= test.limit;
      case 'unique':
        return this.#areDifferent(value);
      case 'itemAt': {
        const item = value[test.index];
        return item === undefined || this.holds(test.schema, item);
      }
      case 'itemsFrom':
        return every(value.slice(test.index), (item) => this.holds(test.schema, item));
      case 'atLeast': {
        const [least, most] = count(value, (item) => this.holds(test.schema, item));
        return least >= test.count || (most < test.count ? false : null);
      }
    }
  }

  #areDifferent(values: readonly Json[]): Outcome {
    if (!this.#meter.spend(weightOf(values) * READING)) return null;
    return new Set(values.map(valueKey)).size === values.length;
  }

  #object(test: ObjectTest, value: JsonObject): Outcome {
    switch (test.kind) {
      case 'minProperties':
        return Object.keys(value).length >= test.limit;
      case 'maxProperties':
        return Object.keys(value).length <= test.limit;
      case 'has':
        return Object.hasOwn(value, test.name);
      case 'all':
        return this.#all(test.keys, test.schema, value);
    }
  }

  #all(keys: KeySet, schema: Literal, value: JsonObject): Outcome {
    if (keys.kind === 'name') {
      const inner = member(value, keys.name);
      return inner === undefined || this.holds(schema, inner);
    }
    return every(Object.entries(value), ([key, inner]) => {
      const inside = this.isKeyIn(keys, key);
      if (inside === false) return true;
      const outcome = this.holds(schema, inner);
      return outcome === true ? true : inside === null ? null : outcome;
    });
  }
}

/** For one instance or one schema, as large as it may be. */
const MOST_STEPS = 150_000;

const readingOf = rememberEach((schema, dialect) => {
  const store = new Store(new Budget(MOST_STEPS));
  const fallback = DIALECTS.find((one) => one === dialect);
  return withinSteps(() => ({ store, literal: normalise(store, schema, '', fallback) }), null);
});

/**
 * Is the instance valid under the schema? null where the schema holds a part that cannot be read
 * and that decides. Formats are annotations unless asked for.
 */
export const validate = (
  schema: Json,
  instance: Json,
  options: { readonly dialect?: Dialect; readonly formats?: FormatMode } = {},
): Outcome => {
  const reading = readingOf(schema, options.dialect ?? DEFAULT_DIALECT);
  if (reading === null) return null;
  const { store, literal } = reading;
  const evaluator = new Evaluator(store, options.formats, new Budget(MOST_STEPS));
  return withinSteps(() => evaluator.holds(literal, instance), null);
};
