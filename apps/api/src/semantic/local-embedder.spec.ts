import { LocalEmbedder } from './local-embedder.js';

const product = (one: Float32Array, other: Float32Array | undefined): number =>
  one.reduce((sum, number, at) => sum + number * (other?.[at] ?? 0), 0);

describe('the encoder in this process', () => {
  it('puts a query nearer to what it means than to other texts', async () => {
    const embedder = new LocalEmbedder();
    try {
      const documents = [
        'weather forecast. Rain and wind of the coming days.',
        'repair mobile. Mends the display of a phone.',
        'book hotel. Reserves a room.',
      ];
      const vectors = await embedder.embedDocuments([...documents, ...documents]);
      expect(vectors).toHaveLength(6);
      const query = await embedder.embedQuery('my handset screen is cracked');
      const [weather, repair, hotel] = vectors.map((vector) => product(query, vector));
      expect(product(query, query)).toBeCloseTo(1);
      expect(repair).toBeGreaterThan(Math.max(weather ?? 1, hotel ?? 1));
    } finally {
      await embedder.close();
    }
  });
});
