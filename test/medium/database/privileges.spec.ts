import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../../../apps/api/src/database/migrations/migrate.js';
import { PRISMA_FOLDER } from '../../../apps/api/src/database/migrations/migration-folder.js';
import {
  APP_ROLE,
  CLOSED_FUNCTIONS,
  FUNCTIONS,
  PRIVILEGES,
} from '../../../apps/api/src/database/roles/app-role.js';
import { requireAppRole } from '../../../apps/api/src/database/roles/require-app-role.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

/** Everything that anybody but the owner may do, as the catalogue of the database has it. */
const HELD = `
  SELECT who, kind, name, string_agg(privilege, ', ' ORDER BY place) AS may FROM (
    SELECT who, 'table' AS kind, c.relname::text AS name, privilege, place,
      has_table_privilege(who, c.oid, privilege)
        OR (privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
          AND has_any_column_privilege(who, c.oid, privilege)) AS held
    FROM roles, pg_class AS c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE',
      'REFERENCES', 'TRIGGER']) WITH ORDINALITY AS p(privilege, place)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    UNION ALL
    SELECT who, 'sequence', c.relname, privilege, place,
      CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(who, c.oid, privilege) END
    FROM roles, pg_class AS c,
      unnest(ARRAY['SELECT', 'USAGE', 'UPDATE']) WITH ORDINALITY AS p(privilege, place)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
    UNION ALL
    SELECT who, 'function', f.oid::regprocedure::text, 'EXECUTE', 1,
      has_function_privilege(who, f.oid, 'EXECUTE')
    FROM roles, pg_proc AS f WHERE f.pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT who, 'schema', 'public', privilege, place, has_schema_privilege(who, 'public', privilege)
    FROM roles, unnest(ARRAY['USAGE', 'CREATE']) WITH ORDINALITY AS p(privilege, place)
    UNION ALL
    SELECT who, 'database', 'this', privilege, place,
      has_database_privilege(who, current_database(), privilege)
    FROM roles,
      unnest(ARRAY['CONNECT', 'TEMPORARY', 'CREATE']) WITH ORDINALITY AS p(privilege, place)
  ) AS asked WHERE held GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const SEQUENCES = ['approval', 'evidence', 'tool_version', 'waiver'];

let store: TestDatabase;
beforeAll(async () => {
  store = await createDatabase();
  // What belongs to a database does not come with its template: a start sees to it.
  await migrate(store.url);
});
afterAll(async () => {
  await store.drop();
});

const held = async (): Promise<string[]> =>
  (
    await store.query<{ who: string; kind: string; name: string; may: string }>(
      `WITH roles(who) AS (VALUES ('${APP_ROLE}'), ('public')) ${HELD}`,
    )
  ).map(({ who, kind, name, may }) => `${who}: ${kind} ${name}: ${may}`);

const decided = (): string[] => [
  'public: database this: CONNECT',
  'public: schema public: USAGE',
  `${APP_ROLE}: database this: CONNECT`,
  `${APP_ROLE}: schema public: USAGE`,
  ...FUNCTIONS.map((name) => `${APP_ROLE}: function ${name}: EXECUTE`),
  ...SEQUENCES.map((table) => `${APP_ROLE}: sequence ${table}_id_seq: USAGE`),
  ...Object.entries(PRIVILEGES).map(
    ([table, list]) => `${APP_ROLE}: table ${table}: ${list.join(', ')}`,
  ),
];

it('nobody but the owner may do anything that was not decided on', async () => {
  expect((await held()).sort()).toEqual(decided().sort());
});

it('of every function it is decided who calls it', async () => {
  const rows = await store.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...FUNCTIONS, ...CLOSED_FUNCTIONS].sort());
});

it('a function that everybody may call is refused at the start, and closed by the owner', async () => {
  await store.query('GRANT EXECUTE ON FUNCTION record_change(text[], text[]) TO PUBLIC');
  await expect(requireAppRole(store.url)).rejects.toThrow(
    /may do more than it should\. .*REVOKE ALL ON ROUTINE record_change\(text\[\],text\[\]\) FROM PUBLIC/,
  );
  await migrate(store.url);
  await requireAppRole(store.url);
});

it('another application in the same database keeps what it has', async () => {
  const [theirs] = await store.query<{ name: string }>('SELECT current_database() AS name');
  const database = `"${theirs?.name}"`;
  await store.query(`CREATE SCHEMA theirs; CREATE TABLE theirs.things (id integer);
    CREATE FUNCTION their_question() RETURNS integer LANGUAGE sql AS 'SELECT 1';
    GRANT TEMPORARY ON DATABASE ${database} TO PUBLIC`);
  const script = join(PRISMA_FOLDER, 'migrations', '20261130200000_close_functions');
  await store.query(await readFile(join(script, 'migration.sql'), 'utf8'));
  const kept = async (): Promise<unknown> => {
    await migrate(store.url);
    await requireAppRole(store.url);
    return (
      await store.query(
        `SELECT has_database_privilege('public', current_database(), 'TEMPORARY') AS temporary,
           has_function_privilege('public', 'their_question()', 'EXECUTE') AS question`,
      )
    )[0];
  };
  expect(await kept()).toEqual({ temporary: true, question: true });
  await store.query('DROP SCHEMA theirs CASCADE');
  expect(await kept()).toEqual({ temporary: false, question: true });
  await store.query('DROP FUNCTION their_question()');
});
