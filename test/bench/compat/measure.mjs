import { decide } from '../../../dist/core/src/compatibility/subsumption/decide.js';

/** The same question, with its verdict and the time it took. */
const ask = ({ a, b, dialect, relation = 'wire', root = 'bare' }) => {
  const started = performance.now();
  const verdict = decide(a, b, { relation, root, dialect });
  return { verdict, ms: performance.now() - started };
};

const mentionsFormat = ({ a, b }) => JSON.stringify([a, b]).includes('"format":');

const judge = (pair, { verdict }) => {
  if (verdict === 'undecided') return 'undecided';
  if (pair.holds === null) return 'unlabelled';
  if ((verdict === 'holds') === pair.holds) return 'right';
  if (verdict === 'holds') return 'unsound';
  // Labels read `format` in one way, the product in both and answers with the worse.
  return mentionsFormat(pair) ? 'format' : 'false';
};

/** Pairs in a dialect that is not read have to be undecided, and count nowhere. */
const refusals = (pairs) =>
  pairs.filter((pair) => {
    const { verdict } = ask({ ...pair, dialect: undefined, a: withDraft4(pair.a) });
    return verdict.verdict === 'undecided' && verdict.reason === 'dialect';
  }).length;

const withDraft4 = (schema) =>
  typeof schema === 'object' && schema !== null
    ? { ...schema, $schema: 'http://json-schema.org/draft-04/schema#' }
    : { $schema: 'http://json-schema.org/draft-04/schema#' };

export const measureSet = ({ pairs }, report) => {
  const counts = { right: 0, unsound: 0, false: 0, format: 0, undecided: 0, unlabelled: 0 };
  const reasons = new Map();
  const times = [];
  const read = pairs.filter(({ dialect }) => dialect !== null);
  for (const pair of read) {
    const { verdict, ms } = ask(pair);
    const kind = judge(pair, verdict);
    counts[kind] += 1;
    times.push(ms);
    if (kind === 'undecided') reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1);
    if (kind === 'unsound' || kind === 'false') report(kind, pair, verdict);
  }
  const other = pairs.filter(({ dialect }) => dialect === null);
  return {
    counts,
    reasons,
    times,
    pairs: read.length,
    otherDialects: { all: other.length, refused: refusals(other) },
  };
};

export const percentile = (values, share) => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
