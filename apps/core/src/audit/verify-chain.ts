import { canonicalJson } from '../json/canonical.js';
import { sha256Hex } from '../json/digest.js';
import { readJson } from '../json/read.js';
import { isObject, member } from '../json/value.js';

/** One event as it is stored. */
export interface ChainedEvent {
  readonly hash: string;
  /** The RFC 8785 text of the event, which `hash` is the SHA-256 of. */
  readonly event: string;
}

/** Where the chain stands: the number and the hash of its last event. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: string;
}

export const CHAIN_START: ChainPosition = { seq: 0, hash: '' };

export type ChainStep =
  | { readonly ok: true; readonly position: ChainPosition }
  | { readonly ok: false; readonly brokenAt: number; readonly reason: string };

/** Follows the chain over one event: its number, its predecessor's hash, its text and its hash. */
export const followChain = (from: ChainPosition, { hash, event }: ChainedEvent): ChainStep => {
  const seq = from.seq + 1;
  const broken = (reason: string): ChainStep => ({ ok: false, brokenAt: seq, reason });
  const link = readLink(event);
  if (!link.ok) return broken(link.reason);
  if (link.seq !== seq) return broken('the event has another number');
  if (link.prev !== from.hash) return broken('the event names another predecessor');
  if (link.hash !== hash) return broken('the hash is not that of the event');
  return { ok: true, position: { seq, hash } };
};

/** What ties an event to the one before it and to the one after it. */
export interface Link extends ChainPosition {
  /** The hash of the event before; empty for the first. */
  readonly prev: string;
}

export type LinkReading =
  ({ readonly ok: true } & Link) | { readonly ok: false; readonly reason: string };

/** Reads the text of one event, whose hash is that of the text itself. */
export const readLink = (event: string): LinkReading => {
  const refused = (reason: string): LinkReading => ({ ok: false, reason });
  const read = readJson(event);
  if (!read.ok || !isObject(read.value)) return refused('the event is not a JSON object');
  if (canonicalJson(read.value) !== event) return refused('the event is not in its canonical form');
  const seq = member(read.value, 'seq');
  const prev = member(read.value, 'prev');
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || typeof prev !== 'string') {
    return refused('the event has no number, or names no predecessor');
  }
  return { ok: true, seq, prev, hash: `sha256:${sha256Hex(event)}` };
};
