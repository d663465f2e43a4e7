import { fullMask, setBit } from '../bits/mask.js';
import { Entries } from './entries.js';
import type { FrozenPostings } from './frozen-postings.js';
import { GrowingPostings } from './growing-postings.js';

/** A list with one of so many slots is looked up sooner than it is read. */
const TABLE_SHARE = 8;
/** Lists of so many bytes are worth remembering something of, and few beside all. */
export const LONG_BYTES = 32;

/** Which ids lists get, those of many slots first: `order[id]` is the one that a list had. */
export interface FrozenOrder {
  readonly order: Uint32Array;
  readonly tables: number;
  readonly long: number;
}

/** Lists of many slots come first, then those that are long; else they stay in their order. */
export const orderOf = (lists: GrowingPostings, count: number, slots: number): FrozenOrder => {
  const kinds = Uint8Array.from({ length: count }, (_, id) => {
    if (lists.countOf(id) * TABLE_SHARE >= slots) return 0;
    return lists.lengthOf(id) >= LONG_BYTES ? 1 : 2;
  });
  const order = new Uint32Array(count);
  const ends = [0, 1, 2].map((kind) => {
    let at = kinds.reduce((before, other) => before + Number(other < kind), 0);
    kinds.forEach((other, id) => {
      if (other === kind) order[at++] = id;
    });
    return at;
  });
  return { order, tables: ends[0] ?? 0, long: ends[1] ?? 0 };
};

/** The id that each list has in an order, by the one that it had. */
export const placesIn = ({ order }: FrozenOrder): Uint32Array => {
  const places = new Uint32Array(order.length);
  order.forEach((before, id) => (places[before] = id));
  return places;
};

/** The lists in their order, in arrays of exactly their size. */
export const freezePostings = (
  lists: GrowingPostings,
  { order, tables, long }: FrozenOrder,
  size: number,
  bits: 4 | 8,
): FrozenPostings => {
  const slots = (size + 31) & ~31;
  const { table, present, beside } = tablesOf(lists, order.subarray(0, tables), slots, bits);
  const starts = new Uint32Array(order.length + 1);
  order.forEach((before, id) => {
    const length = id < tables ? beside.lengthOf(id) : lists.lengthOf(before);
    starts[id + 1] = (starts[id] ?? 0) + length;
  });
  const bytes = new Uint8Array(starts[order.length] ?? 0);
  order.forEach((before, id) => {
    const at = starts[id] ?? 0;
    if (id < tables) beside.copy(id, bytes, at);
    else lists.copy(before, bytes, at);
  });
  return { slots, bits, tables, long, table, present, bytes, starts };
};

/** One table behind the other, and what does not fit into them. */
const tablesOf = (
  lists: GrowingPostings,
  order: Uint32Array,
  slots: number,
  bits: 4 | 8,
): { table: Uint8Array; present: Uint32Array; beside: GrowingPostings } => {
  const most = 2 ** bits - 1;
  const perByte = 8 / bits;
  const table = new Uint8Array((order.length * slots) / perByte);
  const present = new Uint32Array((order.length * slots) / 32);
  const beside = new GrowingPostings(0);
  const all = fullMask(slots);
  const entries = new Entries();
  order.forEach((before, id) => {
    entries.length = 0;
    lists.collect(before, all, entries);
    for (let at = 0; at < entries.length; at++) {
      const slot = entries.slots[at] ?? 0;
      const code = entries.codes[at] ?? 0;
      const said = Math.min(code + 1, most);
      if (said === most) beside.push(id, slot, code);
      setBit(present, id * slots + slot);
      const place = Math.floor((id * slots + slot) / perByte);
      table[place] = (table[place] ?? 0) | (said << ((slot % perByte) * bits));
    }
  });
  return { table, present, beside };
};
