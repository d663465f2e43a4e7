import { Socket, type ConnectOpts, type SocketConstructorOpts } from 'node:net';
import pg from 'pg';
import { isUnavailable } from './failure.js';
import { firstOf, type Attempt } from './first-of.js';
import type { Revision } from './head-query.js';
import { HeadReader } from './head-reader.js';
import { withinOwnTime } from './own-time.js';
import { AS_SERVICE } from './roles/app-role.js';

export type { Revision };

/** What candidates could see change. */
export interface Changes {
  readonly toolIds: readonly string[];
  readonly keyIds: readonly string[];
}

/** Reads on, as of the same moment as the changes. */
export type ReadAsOf = <Row extends pg.QueryResultRow>(
  sql: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Where the catalog has got to; `changes` is null where they are no longer known one by one. */
export interface Advance {
  readonly revision: Revision;
  readonly changes: Changes | null;
}

const CHANNEL = 'catalog_change';
/** For one answer; of the time that this process has. */
const ANSWER_TIMEOUT_MS = 250;
/** For all that a change asks for; who waits for longer is better served by the database. */
const LOAD_TIMEOUT_MS = 2_000;
/** More rows, or more ids in all of them, are not read one by one. */
const MOST_ROWS = 2_000;
const MOST_IDS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** After so long another connection is begun beside the one that is not there yet. */
const CONNECT_BESIDE_MS = 500;
const ATTEMPTS = 3;
const READ_BYTES = 64 * 1024;

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly head: HeadReader;
}

/**
 * The changes of the catalog in the order of their commits, over a connection of its own that waits
 * for nobody: one that does not answer at once is given up for a new one.
 */
export class ChangeFeed {
  private connection: Connection | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    /** Called when something was committed; only a hint, as a lost connection does not call. */
    private readonly onHint: () => void,
  ) {}

  /** The revision as of some moment after the call. */
  revision(): Promise<Revision> {
    return this.withConnection(headOf);
  }

  /**
   * What changed after a revision. All of it, and all that `load` reads, is as of one moment. The
   * feed was followed without a gap where each revision in between has its row, and the one that was
   * followed so far is still part of the same history.
   */
  advance(
    after: Revision,
    load: (changes: Changes, read: ReadAsOf) => Promise<void>,
  ): Promise<Advance> {
    const deadline = performance.now() + LOAD_TIMEOUT_MS;
    return this.withConnection(async (connection) => {
      const { client } = connection;
      await soon(client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
      const revision = await headOf(connection);
      const changes = await changesBetween(client, after, revision);
      if (changes !== null) await load(changes, readerUntil(client, deadline));
      await soon(client.query('COMMIT'));
      return { revision, changes };
    });
  }

  close(): void {
    this.closed = true;
    this.drop(this.connection);
  }

  /** A connection that was lost or hangs is replaced, as the database may be well. */
  private async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = this.connection ?? (await this.connect());
      try {
        return await work(connection);
      } catch (error) {
        this.drop(connection);
        if (attempt === ATTEMPTS || this.closed || !isUnavailable(error)) throw error;
      }
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await firstOf(() => this.attempt(), CONNECT_BESIDE_MS);
    if (this.closed) connection.socket.destroy();
    else this.connection = connection;
    return connection;
  }

  private attempt(): Attempt<Connection> {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    const callback = (size: number): boolean => {
      head.receive(buffer.subarray(0, size), (bytes) => socket.emit('data', bytes));
      return true;
    };
    // The types know of it where a socket connects, and not where it is made.
    const options: SocketConstructorOpts & ConnectOpts = { onread: { buffer, callback } };
    const socket = new Socket(options);
    const client = new pg.Client({
      connectionString: this.url,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: LOAD_TIMEOUT_MS,
      application_name: 'quartermaster-fence',
    });
    const head = new HeadReader(client);
    const connection = { client, socket, head };
    client.on('error', () => this.drop(connection));
    client.on('notification', this.onHint);
    const open = async (): Promise<Connection> => {
      try {
        await client.connect();
        await soon(client.query(AS_SERVICE));
        await soon(requirePrimary(client));
        await soon(client.query(`LISTEN ${CHANNEL}`));
        return connection;
      } catch (error) {
        this.drop(connection);
        throw error;
      }
    };
    return { outcome: open(), abandon: () => this.drop(connection) };
  }

  /** `end` would wait for an answer that may never come. */
  private drop(connection: Connection | undefined): void {
    connection?.socket.destroy();
    if (this.connection === connection) this.connection = undefined;
  }
}

const soon = <T>(answer: Promise<T>): Promise<T> =>
  withinOwnTime(answer, ANSWER_TIMEOUT_MS, () => new Error('Query read timeout'));

const headOf = ({ head }: Connection): Promise<Revision> =>
  new Promise((resolve, reject) => {
    head.ask((error, revision) => {
      if (revision === undefined) reject(error ?? new Error('the catalog has no revision'));
      else resolve(revision);
    });
  });

/** The revision itself comes as well, for its token; lists that are NULL are more than any limit. */
const CHANGES = {
  name: 'qm_changes',
  text: `SELECT revision, token, tool_ids, key_ids FROM (
      SELECT *, sum(coalesce(cardinality(tool_ids) + cardinality(key_ids), ${MOST_IDS} + 1))
        FILTER (WHERE revision > $1) OVER (ORDER BY revision) AS ids
      FROM catalog_change WHERE revision >= $1) AS change
    WHERE ids IS NULL OR ids <= ${MOST_IDS} ORDER BY revision`,
};

export const TEXT_ARRAY: number = 1009;

/** Lists of policies are few and repeated, so that they are cheaper compared than parsed. */
export const rawArrays: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TEXT_ARRAY ? (text: string) => text : pg.types.getTypeParser(oid, format),
};

interface ChangeRow {
  readonly revision: string;
  readonly token: string;
  readonly tool_ids: readonly string[];
  readonly key_ids: readonly string[];
}

const changesBetween = async (
  client: pg.Client,
  after: Revision,
  reached: Revision,
): Promise<Changes | null> => {
  const count = reached.number - after.number;
  if (count < 0 || count > MOST_ROWS) return null;
  const { rows } = await soon(client.query<ChangeRow>({ ...CHANGES, values: [after.number] }));
  const [known, ...changes] = rows;
  if (Number(known?.revision) !== after.number || known?.token !== after.token) return null;
  return changes.length === count ? changesIn(changes) : null;
};

const changesIn = (rows: readonly ChangeRow[]): Changes => ({
  toolIds: [...new Set(rows.flatMap(({ tool_ids: ids }) => ids))],
  keyIds: [...new Set(rows.flatMap(({ key_ids: ids }) => ids))],
});

const readerUntil =
  (client: pg.Client, deadline: number): ReadAsOf =>
  async (text, values) => {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw new Error('reading a change of the catalog takes too long');
    const query = { text, values: [...values], types: rawArrays, query_timeout: left };
    return (await client.query(query)).rows;
  };

/** A standby would answer, but with what was true some time ago. */
const requirePrimary = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ standby: boolean }>(
    'SELECT pg_is_in_recovery() AS standby',
  );
  if (rows[0]?.standby === true)
    throw new Error('the database is a standby (connection is closed)');
};
