import { Injectable } from '@nestjs/common';
import { VectorTable } from '#core/search/vector-table.js';
import { VectorsRepository, type StoredVector } from './vectors.repository.js';

/** The vectors of one space, as this replica holds them. */
@Injectable()
export class StoredVectors {
  private table: VectorTable | undefined;
  private since: Date | undefined;

  constructor(private readonly repository: VectorsRepository) {}

  /** Undefined until the first is known. */
  get current(): VectorTable | undefined {
    return this.table;
  }

  /** Reads what was stored since the last time, the first time all. */
  async refresh(space: string): Promise<void> {
    const from = this.since;
    const { vectors, next } = await this.repository.since(space, from ?? NEVER);
    if (from === undefined) {
      for await (const some of this.repository.all(space)) this.take(some);
    }
    // Where the clock was put back, what was stored since then is earlier than what was asked for.
    this.since = from !== undefined && next < from ? undefined : next;
    this.take(vectors);
  }

  take(vectors: readonly StoredVector[]): void {
    for (const { id, vector } of vectors) {
      this.table ??= new VectorTable(vector.length);
      if (this.table.put(Number(id), vector)) continue;
      // The model makes longer or shorter ones from now on: nothing of before can be compared.
      this.table = new VectorTable(vector.length);
      this.table.put(Number(id), vector);
      // Those of this length that came before are read again.
      this.since = undefined;
    }
  }
}

/** Later than whatever is stored. */
const NEVER = new Date('9999-01-01T00:00:00Z');
