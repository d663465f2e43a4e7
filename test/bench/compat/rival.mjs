// The npm package that answers the same question, asked the same pairs.
import jsonSchemaDiff from 'json-schema-diff';

/** Nothing that the source accepts is refused: true, false, or null where it gives no answer. */
const includes = async (a, b) => {
  try {
    const result = await jsonSchemaDiff.diffSchemas({ sourceSchema: a, destinationSchema: b });
    return !result.removalsFound;
  } catch {
    return null;
  }
};

export const measureRival = async ({ pairs }) => {
  const counts = { right: 0, unsound: 0, false: 0, undecided: 0 };
  const times = [];
  const labelled = pairs.filter(
    ({ holds, dialect, relation }) => holds !== null && dialect !== null && relation !== 'declared',
  );
  for (const { a, b, holds } of labelled) {
    const started = performance.now();
    const answer = await includes(a, b);
    times.push(performance.now() - started);
    if (answer === null) counts.undecided += 1;
    else if (answer === holds) counts.right += 1;
    else counts[answer ? 'unsound' : 'false'] += 1;
  }
  return { counts, times, pairs: labelled.length };
};
