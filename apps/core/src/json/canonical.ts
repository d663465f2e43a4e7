import { isArray, isObject, member, type Json, type JsonObject } from './value.js';

/**
 * The canonical form of RFC 8785: no white space, members sorted by the UTF-16 units of their
 * names, numbers and strings as ECMAScript prints them. Two documents that mean the same JSON have
 * the same form (1.0 and 1 too).
 */
export const canonicalJson = (value: Json): string => {
  if (isArray(value)) return canonicalList(value);
  return isObject(value) ? canonicalObject(value) : JSON.stringify(value);
};

// Joined as they come: documents of thousands of members are put in this form many times over.
const canonicalList = (list: readonly Json[]): string => {
  let text = '';
  for (const item of list) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return `[${text}]`;
};

const canonicalObject = (object: JsonObject): string => {
  let text = '';
  // Without a comparison of its own, `sort` goes by the UTF-16 units.
  for (const key of Object.keys(object).sort()) {
    const own = `${JSON.stringify(key)}:${canonicalJson(member(object, key) ?? null)}`;
    text += text === '' ? own : `,${own}`;
  }
  return `{${text}}`;
};
