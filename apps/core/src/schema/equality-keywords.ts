/** The keywords that compare whole values. */
import { canonicalJson } from '../json/canonical.js';
import { isSame } from '../json/same.js';
import { isArray, isObject, type Json } from '../json/value.js';

interface Check {
  (value: Json): boolean;
  errors?: object[];
}

const isScalar = (value: Json): boolean => !isArray(value) && !isObject(value);

/** Whether the value is one of these; looked up where they are no arrays and no objects. */
const isAmong = (values: readonly Json[]): ((value: Json) => boolean) => {
  const scalars = new Set(values.filter(isScalar));
  const others = values.filter((value) => !isScalar(value));
  return (value) => scalars.has(value) || others.some((other) => isSame(other, value));
};

const checkWith = (test: (value: Json) => boolean, error: object): Check => {
  const check: Check = (value) => {
    if (test(value)) return true;
    // ajv writes the place into it.
    check.errors = [{ ...error }];
    return false;
  };
  return check;
};

/** The first two places that hold the same; null where there are none. */
const repetition = (list: readonly Json[]): { readonly i: number; readonly j: number } | null => {
  const places = new Map<string, number>();
  for (const [i, item] of list.entries()) {
    const key = canonicalJson(item);
    const j = places.get(key);
    if (j !== undefined) return { i, j };
    places.set(key, i);
  }
  return null;
};

const uniqueItems: Check = (list) => {
  const found = isArray(list) ? repetition(list) : null;
  if (found === null) return true;
  const places = `items ## ${String(found.j)} and ${String(found.i)} are identical`;
  const message = `must NOT have duplicate items (${places})`;
  uniqueItems.errors = [{ keyword: 'uniqueItems', message, params: found }];
  return false;
};

/**
 * In place of ajv's own, which ask values for their methods and fail at a property named `toString`
 * or `constructor`, and compare all items with each other.
 */
export const EQUALITY_KEYWORDS = [
  {
    keyword: 'const',
    compile: (allowedValue: Json) =>
      checkWith(isAmong([allowedValue]), {
        keyword: 'const',
        message: 'must be equal to constant',
        params: { allowedValue },
      }),
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    compile: (allowedValues: readonly Json[]) =>
      checkWith(isAmong(allowedValues), {
        keyword: 'enum',
        message: 'must be equal to one of the allowed values',
        params: { allowedValues },
      }),
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isAsked: boolean) => (isAsked ? uniqueItems : () => true),
  },
] as const;
