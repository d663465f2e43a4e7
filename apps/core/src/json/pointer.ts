/** JSON Pointers (RFC 6901). */
import { isArray, isObject, member, type Json } from './value.js';

const escapeToken = (token: string): string =>
  /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;

const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** `pointer('', 'properties', 'a/b')` is `/properties/a~1b`. */
export const pointer = (base: string, ...tokens: (string | number)[]): string =>
  tokens.reduce<string>((path, token) => `${path}/${escapeToken(String(token))}`, base);

/** The tokens of a pointer, or null where it is not one. */
export const parsePointer = (text: string): string[] | null => {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null;
  return text.slice(1).split('/').map(unescapeToken);
};

/** What the pointer names in the document, or undefined where it names nothing. */
export const resolvePointer = (document: Json, path: string): Json | undefined => {
  const tokens = parsePointer(path);
  if (tokens === null) return undefined;
  let current: Json | undefined = document;
  for (const token of tokens) {
    if (isArray(current)) {
      current = /^(0|[1-9]\d*)$/.test(token) ? current[Number(token)] : undefined;
    } else if (isObject(current)) {
      current = member(current, token);
    } else {
      return undefined;
    }
  }
  return current;
};
