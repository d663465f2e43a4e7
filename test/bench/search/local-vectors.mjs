import { embeddedText } from '../../../dist/core/src/search/embedded-text.js';
import { LocalEmbedder } from '../../../dist/api/src/semantic/local-embedder.js';
import { VectorTable } from '../../../dist/core/src/search/vector-table.js';

const WEIGHT = 0.8;
const NEAR = 0.5;

/** For `measure`: the channel of meaning for a query, by the encoder that QM_SEMANTIC=local uses. */
export const meaningOf = async (tools, queries) => {
  const embedder = new LocalEmbedder();
  try {
    const vectors = await embedder.embedDocuments([
      ...tools.map(embeddedText),
      ...queries.map(({ query }) => query),
    ]);
    const table = new VectorTable(vectors[0].length);
    tools.forEach((_, slot) => table.put(slot, vectors[slot]));
    return queries.map((_, at) => channelOf(vectors[tools.length + at], table));
  } finally {
    await embedder.close();
  }
};

const channelOf = (query, table) => {
  const scores = new Float32Array(table.size);
  scores.forEach((_, slot) => (scores[slot] = Math.max(0, table.similarity(query, slot))));
  const floor = NEAR * scores.reduce((best, score) => Math.max(best, score), 0);
  return { scores: scores.map((score) => (score < floor ? 0 : score)), weight: WEIGHT };
};
