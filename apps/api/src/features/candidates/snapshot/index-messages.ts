import type { FrozenIndex } from '#core/search/frozen-index.js';
import type { IndexedTexts } from './indexed-texts.js';

/** What the thread is asked: to take texts, which it answers with null, or for the index of them. */
export type Request = IndexedTexts | 'freeze';

export type Answer = FrozenIndex | null;

/** The memory of all arrays in a message, which changes hands instead of being copied. */
export const buffersOf = (message: object): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>();
  for (const member of Object.values(message)) {
    if (ArrayBuffer.isView(member)) {
      if (member.buffer instanceof ArrayBuffer) buffers.add(member.buffer);
    } else if (typeof member === 'object' && member !== null) {
      for (const buffer of buffersOf(member)) buffers.add(buffer);
    }
  }
  return [...buffers];
};
