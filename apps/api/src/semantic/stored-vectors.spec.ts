import pino from 'pino';
import { Database } from '../database/database.js';
import { StoredVectors } from './stored-vectors.js';
import { VectorsRepository, type StoredVector } from './vectors.repository.js';

// Never asked for a connection.
const database = new Database('postgresql://127.0.0.1:9/none', pino({ level: 'silent' }));

const vector = (id: number): StoredVector => ({ id: BigInt(id), vector: new Float32Array([1, 0]) });

/** Vectors with the moment at which each was stored, on a clock that can be put back. */
class Stored extends VectorsRepository {
  readonly rows: { readonly at: number; readonly row: StoredVector }[] = [];
  now = 0;

  override async *all(): AsyncGenerator<StoredVector[]> {
    yield this.rows.map(({ row }) => row);
  }

  override since(_model: string, moment: Date) {
    const vectors = this.rows.filter(({ at }) => at >= moment.getTime()).map(({ row }) => row);
    return Promise.resolve({ vectors, next: new Date(this.now - 10_000) });
  }

  add(id: number): void {
    this.rows.push({ at: this.now, row: vector(id) });
  }
}

it('misses no vector that was stored after the clock was put back', async () => {
  const stored = new Stored(database);
  stored.now = 10_000_000;
  const vectors = new StoredVectors(stored);
  stored.add(1);
  await vectors.refresh('model');
  stored.now -= 5_000_000;
  stored.add(2);
  stored.now += 60_000;
  await vectors.refresh('model');
  await vectors.refresh('model');
  expect(vectors.current?.size).toBe(2);
});
