import { withRoom } from './grown-array.js';
import { writeVarint } from './varint.js';

const NONE = -1;

/** The arrays that a table is kept in. */
export interface TermTableParts {
  /** By hash: an id and one, or 0. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** The terms one after the other, a byte for each character of ASCII. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By id, where its term ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly size: number;
  /** Which of very many ways terms are hashed in. */
  readonly seed: number;
}

export const noTerms = (seed: number): TermTableParts => ({
  places: new Uint32Array(1024),
  bytes: new Uint8Array(1024),
  ends: new Uint32Array(256),
  size: 0,
  seed,
});

/**
 * Ids by term, from 0 on. Terms are many and most of them rare, names and numbers above all, so that
 * strings in a Map would be the largest part of an index. Terms that share their hash are looked through
 * one by one: who writes them must not know the seed.
 */
export class TermTable {
  private places: Uint32Array<ArrayBuffer>;
  private bytes: Uint8Array<ArrayBuffer>;
  private ends: Uint32Array<ArrayBuffer>;
  private count: number;
  private readonly seed: number;
  /** The term that is looked for, and its hash. */
  private asked = new Uint8Array(256);
  private length = 0;
  private hash = 0;

  /** The parts are its own from now on. */
  constructor({ places, bytes, ends, size, seed }: TermTableParts) {
    this.places = places;
    this.bytes = bytes;
    this.ends = ends;
    this.count = size;
    this.seed = seed;
  }

  get size(): number {
    return this.count;
  }

  /** -1 where the term has none. */
  idOf(term: string): number {
    this.ask(term);
    return (this.places[this.find()] ?? 0) - 1;
  }

  idOrAdd(term: string): number {
    this.ask(term);
    const at = this.find();
    const known = (this.places[at] ?? 0) - 1;
    if (known !== NONE) return known;
    const id = this.append(this.asked, 0, this.length);
    this.places[at] = id + 1;
    if (this.count * 2 > this.places.length) this.grow();
    return id;
  }

  /** The same with other ids: `order[id]` is what one was. */
  reordered(order: Uint32Array): TermTableParts {
    const into = new TermTable({
      places: new Uint32Array(this.places.length),
      bytes: new Uint8Array(this.ends[this.count - 1] ?? 0),
      ends: new Uint32Array(order.length),
      size: 0,
      seed: this.seed,
    });
    for (const id of order) into.append(this.bytes, this.startOf(id), this.ends[id] ?? 0);
    into.place();
    const { places, bytes, ends, count: size, seed } = into;
    return { places, bytes, ends, size, seed };
  }

  /** Takes up a term as it is stored. */
  private ask(term: string): void {
    this.asked = withRoom(this.asked, term.length * 3);
    const { asked } = this;
    let length = 0;
    for (let at = 0; at < term.length; at++) {
      const code = term.charCodeAt(at);
      if (code < 128) asked[length++] = code;
      else length = writeVarint(code, asked, length);
    }
    this.length = length;
    this.hash = hashOf(this.seed, asked, 0, length);
  }

  /** Where the id of the term that is asked for is, or would be. */
  private find(): number {
    const { places } = this;
    const mask = places.length - 1;
    let at = this.hash & mask;
    for (let known = places[at] ?? 0; known !== 0; known = places[at] ?? 0) {
      if (this.isAsked(known - 1)) break;
      at = (at + 1) & mask;
    }
    return at;
  }

  private isAsked(id: number): boolean {
    const { bytes, asked, length } = this;
    const start = this.startOf(id);
    if ((this.ends[id] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== asked[at]) return false;
    return true;
  }

  private startOf(id: number): number {
    return id === 0 ? 0 : (this.ends[id - 1] ?? 0);
  }

  private append(from: Uint8Array, start: number, end: number): number {
    const id = this.count++;
    const at = this.startOf(id);
    const to = at + end - start;
    this.bytes = withRoom(this.bytes, to);
    for (let byte = at; byte < to; byte++) this.bytes[byte] = from[start + byte - at] ?? 0;
    this.ends = withRoom(this.ends, id + 1);
    this.ends[id] = to;
    return id;
  }

  private grow(): void {
    this.places = new Uint32Array(this.places.length * 2);
    this.place();
  }

  /** Enters all terms; each is there once. */
  private place(): void {
    const { places, bytes, ends, count, seed } = this;
    const mask = places.length - 1;
    for (let id = 0, start = 0; id < count; id++) {
      const end = ends[id] ?? 0;
      let at = hashOf(seed, bytes, start, end) & mask;
      while (places[at] !== 0) at = (at + 1) & mask;
      places[at] = id + 1;
      start = end;
    }
  }
}

const hashOf = (seed: number, bytes: Uint8Array, start: number, end: number): number => {
  let hash = seed;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193) ^ (hash >>> 15);
  }
  return hash ^ (hash >>> 13);
};
