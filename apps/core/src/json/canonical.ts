import { isArray, isObject, type Json, type JsonObject } from './value.js';

/**
 * The canonical form of RFC 8785: no white space, members sorted by the UTF-16 units of their
 * names, numbers and strings as ECMAScript prints them. Two documents that mean the same JSON have
 * the same form (1.0 and 1 too).
 */
export const canonicalJson = (value: Json): string => written('', value);

// Onto what is there already: documents of thousands of members are put in this form many times over.
const written = (text: string, value: Json): string => {
  if (isArray(value)) return writtenList(text, value);
  if (isObject(value)) return writtenObject(text, value);
  return text + (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
};

/** What stands in quotes as it is; most names and texts do. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** To see that there is nothing to escape costs less than to have it looked for by `stringify`. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const writtenList = (before: string, list: readonly Json[]): string => {
  let text = `${before}[`;
  let separator = '';
  for (const item of list) {
    text = written(text + separator, item);
    separator = ',';
  }
  return `${text}]`;
};

const writtenObject = (before: string, object: JsonObject): string => {
  let text = `${before}{`;
  let separator = '';
  for (const key of sortedKeys(object)) {
    // An own member, whatever its name is.
    text = written(`${text}${separator}${quoted(key)}:`, object[key] ?? null);
    separator = ',';
  }
  return `${text}}`;
};

/** What `sort` sets up costs more than to put so few in order. */
const FEW = 24;

/** By UTF-16 units, as both the comparison and `sort` go. */
const sortedKeys = (object: JsonObject): readonly string[] => {
  const keys = Object.keys(object);
  if (keys.length > FEW) return keys.sort();
  for (const [at, key] of keys.entries()) {
    let to = at;
    for (let other = keys[to - 1]; other !== undefined && other > key; other = keys[to - 1]) {
      keys[to] = other;
      to -= 1;
    }
    keys[to] = key;
  }
  return keys;
};
