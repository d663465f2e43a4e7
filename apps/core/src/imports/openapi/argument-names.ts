import { sha256Hex } from '../../json/digest.js';

/** Where a value travels in the request, under the name that it has on the wire. */
export interface WirePlace {
  readonly in: string;
  readonly name: string;
}

const MOST_CHARACTERS = 64;
const HASH_DIGITS = 12;

/**
 * What each value is called among the arguments of a tool: letters, digits and `_`, 64 at most, no
 * two alike even but for case. Where that would make two the same, all of them are told apart by
 * where they travel, and by a hash where that is not enough. The order never matters.
 */
export const argumentNames = (places: readonly WirePlace[]): string[] => {
  const plain = places.map(({ name }) => readable(name));
  const often = countFolded(plain);
  const isAlone = (name: string) => often.get(name.toLowerCase()) === 1;
  const placed = places.map((place, n) => {
    const name = plain[n] ?? '';
    return isAlone(name) && fits(name) ? name : readable(`${place.in}_${name}`);
  });
  const again = countFolded(placed);
  return places.map((place, n) => {
    const name = placed[n] ?? '';
    const isOwn = name === plain[n] && isAlone(name);
    return fits(name) && (isOwn || again.get(name.toLowerCase()) === 1)
      ? name
      : hashed(name, place);
  });
};

function readable(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return safe === '' ? 'argument' : safe;
}

function fits(name: string): boolean {
  return name.length <= MOST_CHARACTERS && !/_[0-9a-f]{12}$/i.test(name);
}

function hashed(name: string, place: WirePlace): string {
  const hash = sha256Hex(`${place.in} ${place.name}`).slice(0, HASH_DIGITS);
  return `${name.slice(0, MOST_CHARACTERS - HASH_DIGITS - 1)}_${hash}`;
}

function countFolded(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const folded = name.toLowerCase();
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return counts;
}
