import pg from 'pg';
import { StartFailure } from '../../config/start-failure.js';
import { sqlStateOf } from '../failure.js';
import { APP_ROLE, AS_APP } from './app-role.js';
import { privilegeDifference } from './granted.js';
import { setUpSql } from './prepare-app-role.js';

const TIMEOUT_MS = 15_000;

/** What a role could do that policies on rows, and the trail of what was done, would not survive. */
interface Powers {
  readonly login: string;
  readonly is_superuser: boolean;
  readonly passes_policies: boolean;
  readonly owns_tables: boolean;
  readonly creates: boolean;
}

/**
 * Refuses to start on connections that could do more than the role should, or less than the service
 * has to: what tenants may see of each other rests on it.
 */
export const requireAppRole = (url: string): Promise<void> =>
  working(url, async (client) => {
    const { grants, revocations } = await privilegeDifference(client);
    if (grants.length > 0) {
      throw new StartFailure(
        `the database role ${APP_ROLE} may do less than the service has to`,
        `As the owner of the tables run: ${grants.join('; ')}`,
      );
    }
    if (revocations.length > 0) {
      throw new StartFailure(
        `the database role ${APP_ROLE} may do more than it should`,
        `As the owner of the tables run: ${revocations.join('; ')}`,
      );
    }
  });

/** The same of a replica, whose tables and privileges may still be those of a moment ago. */
export const requireAppRoleThere = (url: string): Promise<void> =>
  working(url, () => Promise.resolve());

const working = async (url: string, more: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await stepIn(client);
    const { rows } = await client.query<Powers>(POWERS);
    const powers = rows[0];
    if (powers === undefined) throw new Error('the current role cannot be read');
    refuse(powers);
    await more(client);
  } finally {
    await client.end();
  }
};

const stepIn = async (client: pg.Client): Promise<void> => {
  try {
    await client.query(AS_APP);
  } catch (cause) {
    // No such role, or not a member of it.
    if (!['22023', '42501'].includes(sqlStateOf(cause) ?? '')) throw cause;
    const { rows } = await client.query<{ login: string }>('SELECT session_user AS login');
    const login = rows[0]?.login ?? '';
    throw new StartFailure(
      `the database user ${pg.escapeIdentifier(login)} may not work as the role ${APP_ROLE}`,
      `As an administrator of the server run once: ${setUpSql(login)}`,
      { cause },
    );
  }
};

const POWERS = `
  SELECT session_user AS login, r.rolsuper AS is_superuser, r.rolbypassrls AS passes_policies,
    has_schema_privilege(current_schema(), 'CREATE') AS creates,
    EXISTS (SELECT 1 FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace
      AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns_tables
  FROM pg_roles AS r WHERE r.rolname = current_user`;

const refuse = (powers: Powers): void => {
  const found = FAULTS.find(({ power }) => powers[power]);
  if (found === undefined) return;
  throw new StartFailure(`the database role ${APP_ROLE} ${found.fault}`, found.remedy);
};

const FAULTS: readonly {
  readonly power: Exclude<keyof Powers, 'login'>;
  readonly fault: string;
  readonly remedy: string;
}[] = [
  {
    power: 'is_superuser',
    fault: 'is a superuser, whom nothing is kept from',
    remedy: `Run: ALTER ROLE ${APP_ROLE} NOSUPERUSER`,
  },
  {
    power: 'passes_policies',
    fault: 'bypasses row-level security',
    remedy: `Run: ALTER ROLE ${APP_ROLE} NOBYPASSRLS`,
  },
  {
    power: 'owns_tables',
    fault: 'owns tables of the catalog, or is a member of who does',
    remedy: 'Let another role own them (ALTER TABLE … OWNER TO …, REVOKE … FROM …)',
  },
  {
    power: 'creates',
    fault: 'may create tables',
    remedy: 'Run: REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  },
];
