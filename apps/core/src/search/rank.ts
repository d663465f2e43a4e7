import { intersection, slotsOf, type Mask } from '../bits/mask.js';
import { Coverage } from './coverage.js';
import { Fusion, type Channel } from './fuse.js';
import type { SearchIndex } from './index.js';
import { queriedTerms } from './queried-terms.js';
import { readQuery } from './query.js';
import { reasonsFor, type Reason } from './reasons.js';
import { scoreGrams, scoreTerms } from './score.js';
import { Spelling } from './spelling.js';
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
  const { visible, channels = [], topK } = request;
  const query = readQuery(request.query, new Spelling(index, visible));
  const survivors = intersection(index.live, request.survivors);
  const terms = queriedTerms(index, query, visible, survivors);
  const slots = slotsOf(survivors);
  const scratch = index.scratch.cleared(slots, index.size);
  const termScores = scoreTerms(index, terms, visible, scratch);
  const grams = scoreGrams(index, query, visible, survivors, scratch);
  const others = [{ scores: grams, weight: CHARACTERS_WEIGHT }, ...channels];
  const fusion = new Fusion([{ scores: termScores, weight: 1 }, ...others], slots);
  const found = best(fusion, slots, index.toolIds, Math.max(topK, LEAST_CLOSE));
  const coverage = new Coverage(index, query, visible, terms);
  const close = lookClosely(
    found.slots,
    termScores,
    new Fusion(others, slots),
    coverage,
    index.toolIds,
  );
  coverage.end();
  const hits = close.slice(0, topK).map(({ slot, tool_id, score }) => {
    const bits = scratch.found[slot] ?? 0;
    const reasons = reasonsFor(terms, slot, bits, likenessOf(grams, slot));
    return { slot, tool_id, score, reasons };
  });
  return { hits, matched: found.matched };
};

const likenessOf = (grams: Float32Array, slot: number) =>
  (grams[slot] ?? 0) > 0 ? 'similar_spelling' : 'similar_meaning';

/** The same slots in the order of what is true of them once their words are set against the query's. */
const lookClosely = (
  slots: readonly number[],
  terms: Float32Array,
  others: Fusion,
  coverage: Coverage,
  toolIds: readonly string[],
): Omit<Hit, 'reasons'>[] => {
  const covered = slots.map((slot) => (terms[slot] ?? 0) * coverage.factor(slot));
  const bestCovered = covered.reduce((most, score) => Math.max(most, score), 0);
  return slots
    .map((slot, at) => ({
      slot,
      tool_id: toolIds[slot] ?? '',
      score: others.at(slot) + (bestCovered === 0 ? 0 : (covered[at] ?? 0) / bestCovered),
    }))
    .sort((a, b) => b.score - a.score || (a.tool_id < b.tool_id ? -1 : 1));
};

interface Scored {
  readonly slot: number;
  readonly score: number;
}

/** The best slots in order, kept in a short sorted list: `most` is small beside the catalog. */
const best = (
  fusion: Fusion,
  survivors: Uint32Array,
  toolIds: readonly string[],
  most: number,
): { slots: number[]; matched: number } => {
  const found: Scored[] = [];
  const precedes = (a: Scored, b: Scored): boolean =>
    a.score > b.score || (a.score === b.score && (toolIds[a.slot] ?? '') < (toolIds[b.slot] ?? ''));
  let matched = 0;
  let floor = 0;
  for (const slot of survivors) {
    const score = fusion.at(slot);
    if (score <= 0) continue;
    matched++;
    if (score < floor) continue;
    insert(found, { slot, score }, precedes);
    if (found.length > most) found.pop();
    if (found.length === most) floor = found[most - 1]?.score ?? 0;
  }
  return { slots: found.map(({ slot }) => slot), matched };
};

const insert = <T>(list: T[], one: T, precedes: (a: T, b: T) => boolean): void => {
  let low = 0;
  let high = list.length;
  for (let middle = high >>> 1; low < high; middle = (low + high) >>> 1) {
    const other = list[middle];
    if (other !== undefined && precedes(other, one)) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, one);
};
