import { withRoom } from './grown-array.js';

const FIRST_PAGE = 8;
const LARGEST_PAGE = 4096;
/** Behind each page there is room for the place of the next one. */
const LINK = 4;

/** A page is as large as all before it together: how large, follows from what they hold. */
const pageSize = (held: number): number => (held === 0 ? FIRST_PAGE : Math.min(held, LARGEST_PAGE));

/**
 * Very many lists of bytes that grow at their ends, by id, in a single allocation: each is a chain of
 * pages, so that a short one takes a few bytes and a long one leaves little room unused.
 */
export class ByteLists {
  private bytes = new Uint8Array(1024);
  private used = 0;
  /** By id: the first page, where the next byte comes, where that page ends, how many bytes there are. */
  private firsts = new Uint32Array(0);
  private nexts = new Uint32Array(0);
  private ends = new Uint32Array(0);
  private lengths = new Uint32Array(0);

  lengthOf(id: number): number {
    return this.lengths[id] ?? 0;
  }

  push(id: number, byte: number): void {
    let at = this.nexts[id] ?? 0;
    if (at === (this.ends[id] ?? 0)) at = this.turnPage(id);
    this.bytes[at] = byte;
    this.nexts[id] = at + 1;
    this.lengths[id] = this.lengthOf(id) + 1;
  }

  pushVarint(id: number, number: number): void {
    let rest = number;
    for (; rest > 127; rest >>>= 7) this.push(id, (rest & 127) | 128);
    this.push(id, rest);
  }

  /** Writes a whole list into an array that has room for it, and returns where it ends there. */
  copy(id: number, into: Uint8Array, at: number): number {
    const length = this.lengthOf(id);
    let page = this.firsts[id] ?? 0;
    for (let done = 0; done < length;) {
      const size = pageSize(done);
      const taken = Math.min(size, length - done);
      // A call for a handful of bytes costs more than they do.
      if (taken > 64) into.set(this.bytes.subarray(page, page + taken), at + done);
      else
        for (let byte = 0; byte < taken; byte++)
          into[at + done + byte] = this.bytes[page + byte] ?? 0;
      done += taken;
      if (done < length) page = this.linkAt(page + size);
    }
    return at + length;
  }

  private turnPage(id: number): number {
    this.makeRoom(id);
    const held = this.lengthOf(id);
    const size = pageSize(held);
    const page = this.used;
    this.used += size + LINK;
    this.bytes = withRoom(this.bytes, this.used);
    if (held === 0) this.firsts[id] = page;
    else this.link(this.ends[id] ?? 0, page);
    this.ends[id] = page + size;
    return page;
  }

  private link(at: number, page: number): void {
    for (let byte = 0; byte < LINK; byte++) this.bytes[at + byte] = page >>> (8 * byte);
  }

  private linkAt(at: number): number {
    let page = 0;
    for (let byte = 0; byte < LINK; byte++) page |= (this.bytes[at + byte] ?? 0) << (8 * byte);
    return page >>> 0;
  }

  private makeRoom(id: number): void {
    if (id < this.lengths.length) return;
    this.firsts = withRoom(this.firsts, id + 1);
    this.nexts = withRoom(this.nexts, id + 1);
    this.ends = withRoom(this.ends, id + 1);
    this.lengths = withRoom(this.lengths, id + 1);
  }
}
