import { withRoom } from './grown-array.js';
import { bytesOf, longAt, writeVarint } from './varint.js';

/** The arrays that lists are kept in. */
export interface TermListsParts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By slot, where its list ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly size: number;
}

export const noLists = (): TermListsParts => ({
  bytes: new Uint8Array(64),
  ends: new Uint32Array(64),
  size: 0,
});

/** Lists of ids by slot, one after the other in a single array; slots come in ascending order. */
export class TermLists {
  private bytes: Uint8Array<ArrayBuffer>;
  private ends: Uint32Array<ArrayBuffer>;
  private size: number;

  /** The parts are its own from now on. */
  constructor({ bytes, ends, size }: TermListsParts) {
    this.bytes = bytes;
    this.ends = ends;
    this.size = size;
  }

  /** The list of a slot that has none yet; those of the slots left out are empty. */
  add(slot: number, list: readonly number[]): void {
    let used = this.endOf(this.size - 1);
    this.ends = withRoom(this.ends, slot + 1);
    this.bytes = withRoom(this.bytes, used + 4 * list.length);
    this.ends.fill(used, this.size, slot);
    for (const id of list) used = writeVarint(id, this.bytes, used);
    this.ends[slot] = used;
    this.size = slot + 1;
  }

  /** The ids of a slot, in their order, into an array that is used again and again; how many they are. */
  read(slot: number, into: number[]): number {
    let count = 0;
    const { bytes } = this;
    const end = this.endOf(slot);
    for (let at = this.endOf(slot - 1); at < end;) {
      const id = longAt(bytes, at);
      into[count++] = id;
      at += bytesOf(id);
    }
    return count;
  }

  /** The same lists with other ids: `places[id]` is what one becomes. */
  renumbered(places: Uint32Array): TermListsParts {
    const into = new TermLists(noLists());
    const list: number[] = [];
    for (let slot = 0; slot < this.size; slot++) {
      list.length = this.read(slot, list);
      into.add(
        slot,
        list.map((id) => places[id] ?? 0),
      );
    }
    const { size } = into;
    return {
      bytes: into.bytes.slice(0, into.endOf(size - 1)),
      ends: into.ends.slice(0, size),
      size,
    };
  }

  private endOf(slot: number): number {
    return this.ends[slot] ?? 0;
  }
}
