/** A power of two: so many texts are told apart, and the memory of them takes four bytes each. */
const PLACES = 16_384;

/**
 * Which texts were met lately. A number is all that is kept of each, so that whatever comes only once
 * leaves nothing behind for the garbage collector; where it matters whether a text really is the same,
 * the text has to be kept by who asks.
 */
export class SeenLately {
  private readonly hashes = new Int32Array(PLACES);

  /** Whether the text, or seldom another, was met before; it is from now on. */
  meet(text: string): boolean {
    const hash = hashOf(text);
    const at = hash & (PLACES - 1);
    const isKnown = this.hashes[at] === hash;
    this.hashes[at] = hash;
    return isKnown;
  }
}

/** FNV-1a, with its upper bits mixed into the lower ones; never zero, which is an empty place. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
};
