import type { Place } from '../../../database/binary-row.js';
import { parseTextArray } from '../../../database/postgres-text.js';

const NO_NAMES: readonly string[] = [];
const ASCII_END = 0x80;
const [OPEN, COMMA, QUOTE, BACKSLASH] = [0x7b, 0x2c, 0x22, 0x5c];

/** An array as PostgreSQL writes it. */
export const parseList = (text: string): readonly string[] =>
  text === '{}' ? NO_NAMES : parseTextArray(text);

const HASH_SEED = 0x811c9dc5;

const hashWith = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193);

/** What was read lately, by hash; one takes the place of another. */
const PLACES = 2 ** 14;
const recent = new Array<string>(PLACES).fill('');

/** An array as PostgreSQL writes it, of which most names were read before: those are made of nothing. */
export const readList = ({ bytes, start, end }: Place): readonly string[] =>
  end - start <= 2
    ? NO_NAMES
    : (plainNames(bytes, start, end) ?? parseList(bytes.toString('utf8', start, end)));

/** A text of ASCII alone. */
export const readName = ({ bytes, start, end }: Place): string => {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) hash = hashWith(hash, bytes[at] ?? 0);
  return nameAt(bytes, start, end, hash);
};

/** Null where a name is quoted, or none at all, or of other letters. */
const plainNames = (bytes: Buffer, start: number, end: number): readonly string[] | null => {
  if (bytes[start] !== OPEN) return null;
  const names: string[] = [];
  let from = start + 1;
  let hash = HASH_SEED;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH || byte >= ASCII_END) return null;
    if (byte !== COMMA && at !== end - 1) hash = hashWith(hash, byte);
    else {
      const name = nameAt(bytes, from, at, hash);
      if (isNull(name)) return null;
      names.push(name);
      from = at + 1;
      hash = HASH_SEED;
    }
  }
  return names;
};

const nameAt = (bytes: Buffer, start: number, end: number, hash: number): string => {
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  const known = recent[place] ?? '';
  if (isAt(known, bytes, start, end)) return known;
  const name = bytes.toString('latin1', start, end);
  recent[place] = name;
  return name;
};

/** Unquoted, it is none; names of tools are never it. */
const isNull = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'null';

const isAt = (name: string, bytes: Buffer, start: number, end: number): boolean => {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (name.charCodeAt(at) !== bytes[start + at]) return false;
  }
  return true;
};
