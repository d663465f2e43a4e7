import type { Mask } from '../bits/mask.js';
import { Coverage } from './coverage.js';
import { Fusion, type Channel } from './fuse.js';
import type { SearchIndex } from './index.js';
import { queriedTerms } from './queried-terms.js';
import { readQuery } from './query.js';
import { reasonsFor, type Reason } from './reasons.js';
import { scoreGrams, TermScores } from './score.js';
import { precedes, Shortlist, type Scored } from './shortlist.js';
import { Spelling } from './spelling.js';
import type { Survivors } from './survivors.js';
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
  const survivors = index.scratch.survivors.take(index.live, request.survivors, index.size);
  index.scratch.cleared(survivors.count);
  const terms = queriedTerms(index, query, visible, survivors.mask);
  const termScores = new TermScores(index, terms, visible, survivors);
  const grams = scoreGrams(index, query, visible, survivors);
  const others = new Fusion(
    [{ scores: grams, weight: CHARACTERS_WEIGHT }, ...placed(channels, survivors)],
    survivors.count,
  );
  const found = best(
    { termScores, others, survivors, toolIds: index.toolIds },
    Math.max(topK, LEAST_CLOSE),
  );
  const coverage = new Coverage(index, query, visible, terms);
  const close = lookClosely(found.close, others, coverage);
  coverage.end();
  const hits = close.slice(0, topK).map(({ slot, place, tool_id, score }) => {
    const likeness = (grams[place] ?? 0) > 0 ? 'similar_spelling' : 'similar_meaning';
    return { slot, tool_id, score, reasons: reasonsFor(terms, slot, likeness) };
  });
  return { hits, matched: found.matched };
};

const placed = (channels: readonly Channel[], survivors: Survivors): Channel[] =>
  channels.map(({ scores, weight }) => ({ scores: survivors.placed(scores), weight }));

/** The same in the order of what is true of them once their words are set against the query's. */
const lookClosely = (
  close: readonly Scored[],
  others: Fusion,
  coverage: Coverage,
): readonly Scored[] => {
  const covered = close.map(({ slot, words }) => words * coverage.factor(slot));
  const bestCovered = covered.reduce((most, score) => Math.max(most, score), 0);
  return close
    .map((scored, at) => ({
      slot: scored.slot,
      place: scored.place,
      tool_id: scored.tool_id,
      words: scored.words,
      score: others.at(scored.place) + (bestCovered === 0 ? 0 : (covered[at] ?? 0) / bestCovered),
    }))
    .sort((one, other) => (precedes(one, other) ? -1 : 1));
};

interface Field {
  readonly termScores: TermScores;
  readonly others: Fusion;
  readonly survivors: Survivors;
  readonly toolIds: readonly string[];
}

/** The best in order, and how many match at all. */
const best = (
  { termScores, others, survivors: { slots, count }, toolIds }: Field,
  most: number,
): { close: readonly Scored[]; matched: number } => {
  const { bounds, scale } = termScores;
  const shortlist = new Shortlist(most);
  let matched = 0;
  for (let place = 0; place < count; place++) {
    const bound = others.at(place, (bounds[place] ?? 0) * scale);
    if (bound > 0) matched++;
    if (bound <= 0 || bound < shortlist.floor) continue;
    const slot = slots[place] ?? 0;
    const words = termScores.at(place);
    const score = others.at(place, words * scale);
    shortlist.take({ slot, place, tool_id: toolIds[slot] ?? '', words, score });
  }
  return { close: shortlist.best, matched };
};
