import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const CHAR_OID = 18;
const TEXT_OID = 25;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Prisma's adapter for node-postgres, with two gaps filled that only the schema engine falls into. */
export class MigrationAdapterFactory extends PrismaPg {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    const pool = poolThatReadsChar(url);
    super(pool);
    this.#pool = pool;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    // Its own executeScript splits at every semicolon, inside of functions and comments too. Sent
    // whole, a script is one transaction of the server: it applies entirely or not at all.
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const chars = charColumns.get(result.rows) ?? new Set();
      const columnTypes = result.columnTypes.map((type, index) =>
        chars.has(index) ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

/** Which columns of a result were of PostgreSQL's internal one-byte type, by its rows. */
const charColumns = new WeakMap<readonly unknown[], ReadonlySet<number>>();

/**
 * The system catalogs use the type `"char"`, which the adapter refuses to read. It is passed through
 * as text here, and named what it is on the other side.
 */
const poolThatReadsChar = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 15_000,
    allowExitOnIdle: true,
  });
  // A connection that drops fails the statement that it has; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const query = pool.query.bind(pool);
  Object.defineProperty(pool, 'query', {
    value: async (config: pg.QueryArrayConfig) => {
      const result = await query(config);
      // A script of many statements gives a list of results instead; nobody reads those.
      if (!Array.isArray(result.fields)) return result;
      charColumns.set(
        result.rows,
        new Set(result.fields.flatMap((field, i) => (field.dataTypeID === CHAR_OID ? [i] : []))),
      );
      for (const field of result.fields) {
        if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
      }
      return result;
    },
  });
  return pool;
};
