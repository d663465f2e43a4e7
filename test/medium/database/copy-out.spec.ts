import pg from 'pg';
import type { BinaryRow } from '../../../apps/api/src/database/binary-row.js';
import { CopyOut } from '../../../apps/api/src/database/copy-out.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

let store: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  store = await createDatabase();
  client = new pg.Client({ connectionString: store.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await store.drop();
});

const copied = async <T>(sql: string, read: (row: BinaryRow) => T): Promise<T[]> => {
  const rows: T[] = [];
  await new Promise<void>((resolve, reject) => {
    const end = (error: Error | null): void => (error === null ? resolve() : reject(error));
    client.query(new CopyOut(sql, (row) => rows.push(read(row)), end));
  });
  return rows;
};

const placed = (row: BinaryRow): string => {
  const { bytes, start, end } = row.place();
  return bytes.toString('utf8', start, end);
};

/** Longer than what arrives at once, of every length down to nothing, in letters of up to four bytes. */
const TEXTS = `SELECT n, repeat(chr(128640 - n * 40), (n * 7919) % 30000) AS text
  FROM generate_series(0, 199) AS n ORDER BY n`;

describe('everything that a query selects', () => {
  it('arrives row by row, wherever the parts end in which it comes', async () => {
    const { rows } = await client.query<{ n: number; text: string }>(TEXTS);
    const read = await copied(TEXTS, (row) => ({ n: row.integer(), text: placed(row) }));
    expect(read.length).toBe(200);
    expect(read).toEqual(rows);
  });

  it.each([
    ['text', `'größe 漢字 🚀'`, 'größe 漢字 🚀', ''],
    ['text or null', `''`, '', null],
    ['place', `'{"a":"🚀"}'`, '{"a":"🚀"}', ''],
    ['integer', '-7', -7, 0],
    ['long', '9007199254740991', 9_007_199_254_740_991, null],
    ['long', '4294967296', 4_294_967_296, null],
    ['long', '-1', -1, null],
    ['boolean', 'true', true, false],
  ])('tells a %s, and NULL, and what comes behind', async (kind, value, told, ofNull) => {
    const type = { integer: 'int', long: 'bigint', boolean: 'boolean' }[kind] ?? 'text';
    const read = (row: BinaryRow): unknown => {
      if (kind === 'integer') return row.integer();
      if (kind === 'long') return row.longOrNull();
      if (kind === 'boolean') return row.boolean();
      if (kind === 'place') return placed(row);
      return kind === 'text' ? row.text() : row.textOrNull();
    };
    const sql = `SELECT (${value})::${type}, NULL::${type}, 'behind'`;
    const rows = await copied(sql, (row) => [read(row), read(row), row.text()]);
    expect(rows).toEqual([[told, ofNull, 'behind']]);
  });

  it('lets others in between, however much has to be done for each row', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsAt: number[] = [];
    await copied(`SELECT repeat('x', 60000) FROM generate_series(1, 100)`, () => {
      for (const until = performance.now() + 4; performance.now() < until;);
      turnsAt.push(turns);
    });
    isOver = true;
    // 400 ms of work, of which no stretch may take much more than what had arrived.
    expect(new Set(turnsAt).size).toBeGreaterThan(15);
  });

  it('comes to nothing where the server fails in the middle, or what reads it', async () => {
    const failing = `SELECT 1 / (50000 - n) FROM generate_series(1, 60000) AS n`;
    await expect(copied(failing, (row) => row.integer())).rejects.toThrow('division by zero');
    const reading = copied('SELECT generate_series(1, 60000)', (row) => {
      if (row.integer() === 50_000) throw new Error('not wanted');
    });
    await expect(reading).rejects.toThrow('not wanted');
    expect(await copied('SELECT 1', (row) => row.integer())).toEqual([1]);
  });
});
