import {
  DIMENSIONS,
  REFUSED,
  startEmbeddingServer,
  type Behaviour,
  type EmbeddingServer,
} from '../../../../test/support/embedding-server.js';
import type { EndpointSettings } from '../config/semantic-settings.js';
import { EndpointEmbedder } from './endpoint-embedder.js';

let server: EmbeddingServer;
beforeAll(async () => (server = await startEmbeddingServer()));
afterAll(() => server.stop());
beforeEach(() => {
  server.behaviour = 'well';
  server.asked.length = 0;
  server.headers.length = 0;
});

const embedderWith = (more: Partial<EndpointSettings> = {}): EndpointEmbedder =>
  new EndpointEmbedder({
    kind: 'endpoint',
    url: server.url,
    model: 'tiny',
    dimensions: DIMENSIONS,
    apiKey: 'sk-secret',
    queryPrefix: 'query:',
    documentPrefix: 'passage:',
    timeoutMs: 10_000,
    ...more,
  });

const product = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

describe('an endpoint for embeddings', () => {
  it('gives vectors of length 1 in the order of the texts, whatever the order of the answer', async () => {
    const embedder = embedderWith();
    const query = await embedder.embedQuery('an umbrella');
    const [refund, rain] = await embedder.embedDocuments(['A refund.', 'The forecast.']);
    if (refund === null || refund === undefined || rain === null || rain === undefined) {
      throw new Error('a vector is missing');
    }
    expect(product(query, query)).toBeCloseTo(1);
    expect(product(query, rain)).toBeGreaterThan(product(query, refund));
    expect(server.asked).toEqual([
      ['query: an umbrella'],
      ['passage: A refund.', 'passage: The forecast.'],
    ]);
    expect(server.headers[0]?.authorization).toBe('Bearer sk-secret');
  });

  it.each<[Behaviour, string]>([
    ['silent', 'did not answer within 50 ms'],
    ['failing', 'answered with status 503'],
    ['nonsense', 'answered something else than a list of embeddings'],
    ['longer', 'answered an embedding of 9 dimensions instead of 8'],
    ['elsewhere', 'could not be asked'],
  ])('says what is wrong with a query where the server is %s', async (behaviour, reason) => {
    server.behaviour = behaviour;
    const timeoutMs = behaviour === 'silent' ? 50 : 10_000;
    await expect(embedderWith({ timeoutMs }).embedQuery('x')).rejects.toThrow(reason);
    expect(server.asked).toHaveLength(1);
  });

  it('names neither the address nor the key where nobody answers', async () => {
    const attempt = embedderWith({ url: 'http://127.0.0.1:1/v1/embeddings' }).embedQuery('x');
    await expect(attempt).rejects.toThrow(/^could not be asked: E[A-Z]+$|^could not be asked$/);
  });

  it('takes what there is of half a batch', async () => {
    server.behaviour = 'half';
    const vectors = await embedderWith().embedDocuments(['a', 'b', 'c', 'd']);
    expect(vectors.map((vector) => vector?.length)).toEqual([undefined, undefined, 8, 8]);
  });

  it('finds the one text that the server does not take', async () => {
    server.behaviour = 'refusing';
    const texts = ['a', 'b', `c ${REFUSED}`, 'd', 'e'];
    const vectors = await embedderWith().embedDocuments(texts);
    expect(vectors.map((vector) => vector === null)).toEqual([false, false, true, false, false]);
    await expect(embedderWith().embedDocuments([REFUSED])).rejects.toThrow('answered no embedding');
  });

  it('lets go of what is under way when it is closed', async () => {
    server.behaviour = 'silent';
    const embedder = embedderWith();
    const attempt = embedder.embedDocuments(['a']);
    await embedder.close();
    await expect(attempt).rejects.toThrow('could not be asked');
  });

  it('keeps apart what cannot be compared', () => {
    const spaces = [
      embedderWith(),
      embedderWith({ model: 'other' }),
      embedderWith({ dimensions: undefined }),
      embedderWith({ documentPrefix: '' }),
    ].map(({ space }) => space);
    expect(new Set(spaces).size).toBe(4);
    expect(embedderWith({ queryPrefix: '', url: 'http://other', apiKey: undefined }).space).toBe(
      spaces[0],
    );
  });
});
