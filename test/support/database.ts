import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Runs one statement as the owner, past the service. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: is the global setup configured?`);
  return value;
};

const onServer = async (sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: `${setting('QM_TEST_SERVER')}postgres` });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
};

/** A database of its own with the whole schema and not one tool in it, in some 30 ms. */
export const createDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${setting('QM_TEST_TEMPLATE')}`);
  const url = `${setting('QM_TEST_SERVER')}${name}`;
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
    drop: async () => {
      await pool.end();
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
};
