import { isArray, isObject, type Json } from '../../json/value.js';

/** No larger instance is built, looked at or shown: about 20,000 values, or so many characters. */
export const HEAVIEST = 256 * 1024;

/** What one value weighs beside its text. */
const EACH = 13;

const known = new WeakMap<object, number>();

/**
 * Roughly the length of an instance's text. An instance found by the search holds the same parts
 * many times over, and each is looked at once here: what fits in memory may be too long to write.
 */
export const weightOf = (value: Json): number => {
  if (typeof value === 'string') return EACH + value.length;
  if (!isArray(value) && !isObject(value)) return EACH;
  const found = known.get(value);
  if (found !== undefined) return found;
  let weight = EACH;
  if (isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const [key, inner] of Object.entries(value)) weight += key.length + weightOf(inner);
  known.set(value, weight);
  return weight;
};
