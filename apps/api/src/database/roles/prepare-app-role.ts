import pg from 'pg';
import { StartFailure } from '../../config/start-failure.js';
import { sqlStateOf } from '../failure.js';
import { APP_ROLE, PRIVILEGES } from './app-role.js';
import { privilegeDifference } from './granted.js';

/** Roles belong to a whole cluster: who migrates another database of it may be doing the same. */
const ATTEMPTS = 5;
const DENIED = '42501';

/**
 * Sees to it, as the owner, that the role is there, that `login` may step into it, and that it may do
 * what it has to. Where all of that is so already, which a restored database or a new release is not,
 * nothing is written.
 */
export const prepareAppRole = async (client: pg.Client, login: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ensureRole(client);
      await ensureMember(client, login);
      const { grants, revocations } = await privilegeDifference(client);
      for (const statement of [...revocations, ...grants]) await client.query(statement);
      await closeTemporaryTables(client);
      return;
    } catch (error) {
      if (sqlStateOf(error) === DENIED) throw await denied(client, login, error);
      if (error instanceof StartFailure || attempt === ATTEMPTS) throw error;
    }
  }
};

const ensureRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (rows.length === 0) await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`);
};

const ensureMember = async (client: pg.Client, login: string): Promise<void> => {
  if (!(await mayBecomeApp(client, login))) {
    await client.query(`GRANT ${APP_ROLE} TO ${pg.escapeIdentifier(login)}`);
  }
};

/** Since 16 a member may be one that cannot step into the role. */
const mayBecomeApp = async (client: pg.Client, login: string): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT pg_has_role($1, $2,
       CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
     AS may`,
    [login, APP_ROLE],
  );
  return rows[0]?.may === true;
};

/**
 * The service needs no tables of its own making. A privilege of the database and not of its tables, in
 * no dump, and nobody can be without what everybody has: so it stays where somebody else has tables or
 * views in the same database, or owns it.
 */
const closeTemporaryTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datname = current_database() AND has_database_privilege($1, oid, 'TEMPORARY')
       AND pg_has_role(current_user, datdba, 'USAGE') AND NOT EXISTS (${NOT_OURS})`,
    [APP_ROLE, Object.keys(PRIVILEGES)],
  );
  for (const { name } of rows) {
    await client.query(
      `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC, ${APP_ROLE}`,
    );
  }
};

/** Tables and views that are neither the server's, nor an extension's, nor ours or parts of ours. */
const NOT_OURS = `
  SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    AND NOT EXISTS (SELECT FROM pg_depend AS d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS ours(name)
      WHERE c.oid = to_regclass(ours.name) OR EXISTS (SELECT FROM pg_inherits AS i
        WHERE i.inhrelid = c.oid AND i.inhparent = to_regclass(ours.name)))`;

const denied = async (client: pg.Client, login: string, cause: unknown): Promise<StartFailure> => {
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS user');
  const owner = rows[0]?.user ?? '';
  return new StartFailure(
    `the database user ${pg.escapeIdentifier(owner)} may not set up the role ${APP_ROLE}, which the service works as`,
    `As an administrator of the server run once: ${setUpSql(login)}`,
    { cause },
  );
};

/** For whoever may create roles. */
export const setUpSql = (login: string): string =>
  login === APP_ROLE
    ? `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '…';`
    : `CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO ${pg.escapeIdentifier(login)};`;
