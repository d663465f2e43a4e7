import { Injectable } from '@nestjs/common';
import type { Contract, Presentation } from '#core/contract/contract.js';
import { Database } from '../database/database.js';
import { Prisma } from '../database/generated/client.js';
import { contractOf } from '../database/records.js';

/** A version whose texts are to be embedded, as they are now. */
export interface Wanted {
  readonly id: bigint;
  readonly tool_id: string;
  readonly contract: Contract;
  readonly contract_digest: string;
  readonly presentation_version: number;
  readonly presentation: Omit<Presentation, 'owner'>;
  /** Of the text that the stored vector was made of, as long as that is of any use. */
  readonly text_digest: string | null;
}

/** What its vector was made of. Without a vector, the one that is stored is still right. */
export interface Made extends Pick<Wanted, 'id' | 'contract_digest' | 'presentation_version'> {
  readonly text_digest: string;
  readonly vector: Float32Array | null;
}

export interface StoredVector {
  readonly id: bigint;
  readonly vector: Float32Array;
}

/**
 * Vectors of versions, of each model apart. Who embeds a version claims it first, for longer than it
 * takes: several replicas share the work, and what one of them dropped is taken up again.
 */
@Injectable()
export class VectorsRepository {
  constructor(private readonly database: Database) {}

  /** Rises with every registration and every change of a tool. */
  async lastEvent(): Promise<bigint> {
    const [row] = await this.database.asService(
      (db) => db.$queryRaw<{ audit_seq: bigint }[]>`
      SELECT audit_seq FROM catalog_head`,
    );
    return row?.audit_seq ?? 0n;
  }

  /**
   * At most `most` versions that lack a vector of what they say now, and belong to the caller. One of
   * another length than the newest is none: the model has changed under its name.
   */
  async claim(model: string, most: number): Promise<Wanted[]> {
    const rows = await this.database.asService(
      (db) => db.$queryRaw<WantedRow[]>`
      WITH newest AS MATERIALIZED (
        ${newestLength(model)}),
      lacking AS (
        SELECT v.id FROM tool_version AS v
        JOIN tool AS t USING (tool_id)
        LEFT JOIN version_vector AS s ON s.tool_version_id = v.id AND s.model = ${model}
        WHERE v.state <> 'disabled' AND (s.tool_version_id IS NULL
          OR (${isUnclaimed} AND (s.vector IS NULL
            OR octet_length(s.vector) <> (SELECT bytes FROM newest)
            OR s.contract_digest IS DISTINCT FROM v.contract_digest
            OR s.presentation_version IS DISTINCT FROM t.presentation_version)))
        ORDER BY v.state IN ('enabled', 'deprecated') DESC, v.id LIMIT ${most}),
      claimed AS (
        INSERT INTO version_vector AS s (tool_version_id, model, claimed_until, attempts)
        SELECT id, ${model}, now() + interval '1 minute', 1 FROM lacking
        ON CONFLICT (model, tool_version_id) DO UPDATE
          SET claimed_until = now() + interval '1 minute' * least(2 ^ s.attempts, 60),
            attempts = s.attempts + 1
          WHERE ${isUnclaimed}
        RETURNING s.tool_version_id, s.text_digest, octet_length(s.vector) AS bytes)
      SELECT v.id, v.tool_id, v.contract, v.contract_digest, t.presentation_version,
        t.note, t.example_queries, t.aliases,
        CASE WHEN c.bytes = (SELECT bytes FROM newest) THEN c.text_digest END AS text_digest
      FROM claimed AS c
      JOIN tool_version AS v ON v.id = c.tool_version_id
      JOIN tool AS t USING (tool_id)
      ORDER BY v.id`,
    );
    return rows.map(({ note, example_queries, aliases, contract, ...row }) => ({
      ...row,
      contract: contractOf({ contract }),
      presentation: { note, example_queries, aliases },
    }));
  }

  /** Gives back what could not be embedded, through no fault of its texts. */
  async release(model: string, ids: readonly bigint[]): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE version_vector SET claimed_until = now(), attempts = greatest(attempts - 1, 0)
      WHERE model = ${model} AND tool_version_id = ANY(${ids.map(String)}::text[]::bigint[])`,
    );
  }

  /** Puts off what was asked for and not answered, for longer each time. */
  async putOff(model: string, ids: readonly bigint[]): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE version_vector SET claimed_until = now() + interval '1 second' * least(2 ^ attempts, 3600)
      WHERE model = ${model} AND tool_version_id = ANY(${ids.map(String)}::text[]::bigint[])`,
    );
  }

  /** Versions that were deleted meanwhile are left out. */
  async store(model: string, made: readonly Made[]): Promise<void> {
    const texts = made.map(({ vector }) => (vector === null ? null : bytesOf(vector)));
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE version_vector AS s
      SET contract_digest = m.contract_digest, presentation_version = m.presentation_version,
        text_digest = m.text_digest, vector = coalesce(decode(m.vector, 'base64'), s.vector),
        stored_at = now(), claimed_until = now(), attempts = 0
      FROM unnest(
        ${made.map(({ id }) => String(id))}::text[]::bigint[],
        ${made.map((one) => one.contract_digest)}::text[],
        ${made.map((one) => one.presentation_version)}::integer[],
        ${made.map((one) => one.text_digest)}::text[],
        ${texts}::text[]) AS m(id, contract_digest, presentation_version, text_digest, vector)
      WHERE s.model = ${model} AND s.tool_version_id = m.id`,
    );
  }

  /** All vectors of a model that are as long as its newest, some at a time. */
  async *all(model: string): AsyncGenerator<StoredVector[]> {
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const rows: VectorRow[] = await this.database.asService(
        (db) => db.$queryRaw<VectorRow[]>`
        SELECT tool_version_id AS id, vector FROM version_vector
        WHERE model = ${model} AND tool_version_id > ${after}
          AND octet_length(vector) = (${newestLength(model)})
        ORDER BY tool_version_id LIMIT ${ROWS_AT_ONCE}`,
      );
      yield rows.map(storedVector);
      after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }

  /** Those stored lately by whomever, the newest last; the moment to ask from the next time. */
  async since(model: string, moment: Date): Promise<{ vectors: StoredVector[]; next: Date }> {
    const rows = await this.database.asService(
      (db) => db.$queryRaw<LatelyRow[]>`
      SELECT s.tool_version_id AS id, s.vector, c.next
      FROM (SELECT now() - interval '10 seconds' AS next) AS c
      LEFT JOIN version_vector AS s
        ON s.model = ${model} AND s.stored_at >= ${moment} AND s.vector IS NOT NULL
      ORDER BY s.stored_at`,
    );
    const vectors = rows.flatMap(({ id, vector }) =>
      id === null || vector === null ? [] : [storedVector({ id, vector })],
    );
    return { vectors, next: rows[0]?.next ?? moment };
  }
}

const ROWS_AT_ONCE = 500;

/** Nothing is claimed for more than an hour: what goes further was claimed before the clock was put back. */
const isUnclaimed = Prisma.sql`(s.claimed_until < now() OR s.claimed_until > now() + interval '2 hours')`;

/** In bytes; no row where there is no vector. */
const newestLength = (model: string): Prisma.Sql => Prisma.sql`
  SELECT octet_length(vector) AS bytes FROM version_vector
  WHERE model = ${model} AND stored_at IS NOT NULL AND vector IS NOT NULL
  ORDER BY stored_at DESC LIMIT 1`;

interface WantedRow {
  readonly id: bigint;
  readonly tool_id: string;
  readonly contract: string;
  readonly contract_digest: string;
  readonly presentation_version: number;
  readonly note: string | null;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
  readonly text_digest: string | null;
}

interface VectorRow {
  readonly id: bigint;
  readonly vector: Uint8Array;
}

interface LatelyRow {
  /** Null, as the vector, where none was stored. */
  readonly id: bigint | null;
  readonly vector: Uint8Array | null;
  readonly next: Date;
}

/** Four bytes for each number, the least significant first. */
const bytesOf = (vector: Float32Array): string => {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((number, at) => bytes.writeFloatLE(number, at * 4));
  return bytes.toString('base64');
};

const storedVector = ({ id, vector }: VectorRow): StoredVector => {
  const bytes = Buffer.from(vector);
  const numbers = new Float32Array(bytes.length >>> 2);
  return { id, vector: numbers.map((_, at) => bytes.readFloatLE(at * 4)) };
};
