import { intersection, type Mask } from '../bits/mask.js';
import { fuse, type Channel } from './fuse.js';
import type { SearchIndex } from './index.js';
import { readQuery } from './query.js';
import { reasonsFor, type Reason } from './reasons.js';
import { scoreGrams, scoreTerms } from './score.js';
import type { VisibleTools } from './visible-tools.js';

const CHARACTERS_WEIGHT = 0.5;

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
  const { visible, channels = [] } = request;
  const scratch = index.scratch.cleared(index.size);
  const terms = scoreTerms(index, query, visible, survivors, scratch);
  const grams = scoreGrams(index, query, visible, survivors, scratch);
  const own = [
    { scores: terms, weight: 1 },
    { scores: grams, weight: CHARACTERS_WEIGHT },
  ];
  const scores = fuse([...own, ...channels], index.size, scratch.fused);
  const { slots, matched } = best(scores, index.size, index.toolIds, request.topK);
  const hits = slots.map((slot) => ({
    slot,
    tool_id: index.toolIds[slot] ?? '',
    score: scores[slot] ?? 0,
    reasons: reasonsFor(index, query, slot),
  }));
  return { hits, matched };
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
