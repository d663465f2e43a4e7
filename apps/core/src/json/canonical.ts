import { isArray, isObject, type Json } from './value.js';

/**
 * The canonical form of RFC 8785: no white space, members sorted by the UTF-16 units of their
 * names, numbers and strings as ECMAScript prints them. Two documents that mean the same JSON have
 * the same form (1.0 and 1 too).
 */
export const canonicalJson = (value: Json): string => {
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${members.join(',')}}`;
};
