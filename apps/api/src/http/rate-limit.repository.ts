import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** What one replica has drawn from a bucket since it last said so. */
export interface Draw {
  readonly bucket: string;
  readonly drawn: number;
  readonly capacity: number;
  readonly per_second: number;
}

interface Row {
  readonly bucket: string;
  readonly tokens: number;
}

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes what was drawn out of the shared buckets, by the clock of the database, and tells what is
   * left in each. Overdrawn by no more than it holds, so that nobody waits for longer than a period; a
   * bucket from the future is from before that clock was put back.
   */
  async settle(draws: readonly Draw[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.asService(
      (db) => db.$queryRaw<Row[]>`
      INSERT INTO rate_bucket AS b (bucket, tokens, capacity, per_second, updated_at)
      SELECT d.bucket, d.capacity - d.drawn, d.capacity, d.per_second, clock_timestamp()
      FROM json_to_recordset(${JSON.stringify(draws)}::json)
        AS d(bucket text, drawn float8, capacity float8, per_second float8)
      ORDER BY d.bucket
      ON CONFLICT (bucket) DO UPDATE
      SET tokens = greatest(-excluded.capacity, least(excluded.capacity, b.tokens
            + excluded.per_second * greatest(0, extract(epoch FROM excluded.updated_at - b.updated_at)))
            - (excluded.capacity - excluded.tokens)),
          capacity = excluded.capacity, per_second = excluded.per_second,
          updated_at = CASE WHEN b.updated_at > excluded.updated_at + interval '1 minute'
            THEN excluded.updated_at ELSE greatest(b.updated_at, excluded.updated_at) END
      RETURNING b.bucket, b.tokens`,
    );
    return new Map(rows.map(({ bucket, tokens }) => [bucket, tokens]));
  }

  /** Buckets that are full by now are as good as none; no period is longer than an hour. */
  async forgetFull(): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      DELETE FROM rate_bucket WHERE updated_at < now() - interval '2 hours'`,
    );
  }
}
