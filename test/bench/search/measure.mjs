import { fullMask } from '../../../dist/core/src/bits/mask.js';
import { SearchIndex } from '../../../dist/core/src/search/index.js';
import { rank } from '../../../dist/core/src/search/rank.js';
import { VisibleTools } from '../../../dist/core/src/search/visible-tools.js';

export const indexOf = (documents) => {
  const index = new SearchIndex();
  for (const document of documents) index.add(document);
  return index;
};

/**
 * Quality and speed of a set of queries, every tool of the index a candidate; `meanings` are further
 * channels, one for each query.
 */
export const measure = (index, queries, meanings) => {
  const survivors = fullMask(index.size);
  const visible = new VisibleTools(index, survivors);
  const totals = { r1: 0, r5: 0, r10: 0, ndcg: 0 };
  const times = [];
  for (const [at, { query, relevant }] of queries.entries()) {
    const channels = meanings === undefined ? [] : [meanings[at]];
    const started = performance.now();
    const { hits } = rank(index, { query, survivors, visible, topK: 10, channels });
    times.push(performance.now() - started);
    const gains = hits.map(({ tool_id }) => relevant.includes(tool_id));
    for (const [key, depth] of [
      ['r1', 1],
      ['r5', 5],
      ['r10', 10],
    ]) {
      totals[key] += gains.slice(0, depth).filter(Boolean).length / relevant.length;
    }
    totals.ndcg += dcg(gains) / dcg(relevant.slice(0, 10).map(() => true));
  }
  const means = Object.entries(totals).map(([key, sum]) => [key, (100 * sum) / queries.length]);
  return {
    ...Object.fromEntries(means),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
};

const dcg = (gains) => gains.reduce((sum, gain, at) => sum + (gain ? 1 / Math.log2(at + 2) : 0), 0);

export const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
