import { canonicalJson } from '../json/canonical.js';
import { sha256Hex } from '../json/digest.js';
import { readJson } from '../json/read.js';
import { isObject, member } from '../json/value.js';

/** One event as it is stored or exported. */
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
  const read = readJson(event);
  if (!read.ok || !isObject(read.value)) return broken('the event is not a JSON object');
  if (canonicalJson(read.value) !== event) return broken('the event is not in its canonical form');
  if (member(read.value, 'seq') !== seq) return broken('the event has another number');
  if (member(read.value, 'prev') !== from.hash)
    return broken('the event names another predecessor');
  if (`sha256:${sha256Hex(event)}` !== hash) return broken('the hash is not that of the event');
  return { ok: true, position: { seq, hash } };
};
