import { intersection, type Mask } from '../bits/mask.js';
import { Coverage } from './coverage.js';
import { fuse, scaleOf, type Channel } from './fuse.js';
import type { SearchIndex } from './index.js';
import { readQuery } from './query.js';
import { reasonsFor, type Reason } from './reasons.js';
import { scoreGrams, scoreTerms } from './score.js';
import type { VisibleTools } from './visible-tools.js';

const CHARACTERS_WEIGHT = 0.5;
/** So many of the best, at least, are looked at closely; what is below them never comes to the top. */
const LEAST_CLOSE = 50;

export interface RankRequest {
  readonly query: string;
  /** The slots that the candidate filter left; whatever they score, no other slot is ever answered. */
  readonly survivors: Mask;
  /** The tools that the grant of the caller could be shown for this tenant, survivors among them. */
  readonly visible: VisibleTools;
  readonly topK: number;
  /** Further channels, such as a semantic one, zero outside the survivors. */
  readonly channels?: readonly Channel[];
}

export interface Hit {
  readonly slot: number;
  readonly tool_id: string;
  /** Above 0. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

export interface Ranking {
  readonly hits: readonly Hit[];
  /** How many survivors match at all. */
  readonly matched: number;
}

/**
 * The survivors that match a query, best first, ties by tool_id, cut to `topK`; those that match
 * nothing are left out. Equal scores for equal texts: nothing in a score depends on the slot.
 */
export const rank = (index: SearchIndex, request: RankRequest): Ranking => {
  const query = readQuery(request.query);
  const survivors = intersection(index.live, request.survivors);
  const { visible, channels = [], topK } = request;
  const scratch = index.scratch.cleared(index.size);
  const terms = scoreTerms(index, query, visible, survivors, scratch);
  const grams = scoreGrams(index, query, visible, survivors, scratch);
  const others = [{ scores: grams, weight: CHARACTERS_WEIGHT }, ...channels];
  const scores = fuse([{ scores: terms, weight: 1 }, ...others], index.size, scratch.fused);
  const { slots, matched } = best(scores, index.size, index.toolIds, Math.max(topK, LEAST_CLOSE));
  const hits = lookClosely(slots, terms, others, new Coverage(index, query, visible), index)
    .slice(0, topK)
    .map((hit) => ({
      ...hit,
      reasons: reasonsFor(index, query, hit.slot, likenessOf(grams, hit.slot)),
    }));
  return { hits, matched };
};

const likenessOf = (grams: Float32Array, slot: number) =>
  (grams[slot] ?? 0) > 0 ? 'similar_spelling' : 'similar_meaning';

/** The same slots in the order of what is true of them once their words are set against the query's. */
const lookClosely = (
  slots: readonly number[],
  terms: Float32Array,
  others: readonly Channel[],
  coverage: Coverage,
  { toolIds, size }: SearchIndex,
): Omit<Hit, 'reasons'>[] => {
  const covered = slots.map((slot) => (terms[slot] ?? 0) * coverage.factor(slot));
  const bestCovered = covered.reduce((most, score) => Math.max(most, score), 0);
  const scales = others.map((channel) => scaleOf(channel, size));
  return slots
    .map((slot, at) => ({
      slot,
      tool_id: toolIds[slot] ?? '',
      score: others.reduce(
        (sum, { scores }, channel) => sum + (scores[slot] ?? 0) * (scales[channel] ?? 0),
        bestCovered === 0 ? 0 : (covered[at] ?? 0) / bestCovered,
      ),
    }))
    .sort((a, b) => b.score - a.score || (a.tool_id < b.tool_id ? -1 : 1));
};

/** The best slots in order, kept in a short sorted list: `topK` is small beside the catalog. */
const best = (
  scores: Float32Array,
  size: number,
  toolIds: readonly string[],
  topK: number,
): { slots: number[]; matched: number } => {
  const slots: number[] = [];
  const precedes = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference > 0 || (difference === 0 && (toolIds[a] ?? '') < (toolIds[b] ?? ''));
  };
  let matched = 0;
  let floor = 0;
  for (let slot = 0; slot < size; slot++) {
    if ((scores[slot] ?? 0) <= 0) continue;
    matched++;
    if ((scores[slot] ?? 0) < floor) continue;
    insert(slots, slot, precedes);
    if (slots.length > topK) slots.pop();
    if (slots.length === topK) floor = scores[slots[topK - 1] ?? slot] ?? 0;
  }
  return { slots, matched };
};

const insert = (
  slots: number[],
  slot: number,
  precedes: (a: number, b: number) => boolean,
): void => {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (precedes(slots[middle] ?? 0, slot)) low = middle + 1;
    else high = middle;
  }
  slots.splice(low, 0, slot);
};
