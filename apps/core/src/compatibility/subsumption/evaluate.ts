/** Instances judged by the normal form. */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import type { Dialect } from '../../schema/dialect.js';
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
import { Store } from './store.js';
import { hasNumber, numbersAmong, numbersWith, type NumberSet } from './theories/numbers.js';
import { codePointLength } from './theories/strings.js';
import { matchesPattern } from './text.js';

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

export const numberSetOf = (test: NumberTest): NumberSet => {
  if (test.kind === 'numbers') return numbersAmong(test.values);
  return numbersWith(test.kind === 'integer' ? { integer: true } : { [test.keyword]: test.limit });
};

/** Judges instances by the formulas of one store. */
export class Evaluator {
  readonly #store: Store;
  readonly #formats: FormatMode;

  constructor(store: Store, formats: FormatMode = 'annotation') {
    this.#store = store;
    this.#formats = formats;
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
        return matchesPattern(keys.source, key);
      case 'failing':
        return not(this.holds(keys.schema, key));
      case 'other':
        if (keys.names.includes(key)) return false;
        return every(keys.patterns, (source) => not(matchesPattern(source, key)));
    }
  }

  #node(literal: Literal, value: Json): Outcome {
    const world = worldOf(value);
    if ((this.#store.canFail(literal) & world) === 0) return true;
    if ((this.#store.canHold(literal) & world) === 0) return false;
    const node = this.#store.node(literal);
    switch (node.kind) {
      case 'worlds':
        return (node.worlds & world) !== 0;
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
    if (typeof value === 'number') return hasNumber(numberSetOf(test as NumberTest), value);
    if (typeof value === 'string') return this.#string(test as StringTest, value);
    if (isArray(value)) return this.#array(test as ArrayTest, value);
    return isObject(value) ? this.#object(test as ObjectTest, value) : true;
  }

  #string(test: StringTest, value: string): Outcome {
    switch (test.kind) {
      case 'minLength':
        return codePointLength(value) >= test.limit;
      case 'maxLength':
        return codePointLength(value) <= test.limit;
      case 'pattern':
        return matchesPattern(test.source, value);
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
        return new Set(value.map(valueKey)).size === value.length;
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

/**
 * Is the instance valid under the schema? null where the schema holds a part that cannot be read
 * and that decides. Formats are annotations unless asked for.
 */
export const validate = (
  schema: Json,
  instance: Json,
  options: { readonly dialect?: Dialect; readonly formats?: FormatMode } = {},
): Outcome => {
  const store = new Store();
  const literal = normalise(store, schema, '', options.dialect);
  return new Evaluator(store, options.formats).holds(literal, instance);
};
