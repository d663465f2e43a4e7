import type { Place } from '../../../database/binary-row.js';
import { parseTextArray } from '../../../database/postgres-text.js';

const NO_TEXT: readonly string[] = [];
const ASCII_END = 0x80;
const [OPEN, COMMA, QUOTE, BACKSLASH] = [0x7b, 0x2c, 0x22, 0x5c];

/** An array as PostgreSQL writes it. */
export const parseList = (text: string): readonly string[] =>
  text === '{}' ? NO_TEXT : parseTextArray(text);

const HASH_SEED = 0x811c9dc5;

const hashWith = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193);

/** What was read lately, by hash; one takes the place of another. */
const PLACES = 2 ** 14;

const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (PLACES - 1);

/**
 * The lists of policies. The same few come again and again, or at least the same few names, so most
 * are read without a text being made of anything.
 */
export class NameLists {
  private readonly names = new Array<string>(PLACES).fill('');
  private readonly lists = new Array<readonly string[]>(PLACES).fill(NO_TEXT);
  private readonly read: string[] = [];

  of(text: string): readonly string[] {
    const bytes = Buffer.from(text);
    return this.at({ bytes, start: 0, end: bytes.length });
  }

  at({ bytes, start, end }: Place): readonly string[] {
    if (end - start <= 2) return NO_TEXT;
    const hash = this.readNames(bytes, start, end);
    if (hash === null) return parseList(bytes.toString('utf8', start, end));
    const place = placeOf(hash);
    const known = this.lists[place] ?? NO_TEXT;
    if (isSame(known, this.read)) return known;
    const list = this.read.slice();
    this.lists[place] = list;
    return list;
  }

  /** A hash of all names, or null where they are not plain ones. */
  private readNames(bytes: Buffer, start: number, end: number): number | null {
    if (bytes[start] !== OPEN) return null;
    this.read.length = 0;
    let from = start + 1;
    let hash = HASH_SEED;
    let ofAll = HASH_SEED;
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE || byte === BACKSLASH || byte >= ASCII_END) return null;
      if (byte !== COMMA && at !== end - 1) hash = hashWith(hash, byte);
      else {
        const name = this.nameAt(bytes, from, at, hash);
        if (isNull(name)) return null;
        this.read.push(name);
        ofAll = hashWith(ofAll, hash);
        from = at + 1;
        hash = HASH_SEED;
      }
    }
    return ofAll;
  }

  private nameAt(bytes: Buffer, start: number, end: number, hash: number): string {
    const place = placeOf(hash);
    const known = this.names[place] ?? '';
    if (isAt(known, bytes, start, end)) return known;
    const name = bytes.toString('latin1', start, end);
    this.names[place] = name;
    return name;
  }
}

/** Unquoted, it is none; names of tools are never it. */
const isNull = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'null';

const isAt = (name: string, bytes: Buffer, start: number, end: number): boolean => {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (name.charCodeAt(at) !== bytes[start + at]) return false;
  }
  return true;
};

const isSame = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};
