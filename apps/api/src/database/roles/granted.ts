import type pg from 'pg';
import {
  APP_ROLE,
  CLOSED_FUNCTIONS,
  FUNCTIONS,
  isForbidden,
  PRIVILEGES,
  type Privilege,
} from './app-role.js';

export interface Difference {
  /** What the role lacks, as statements that grant it. */
  readonly grants: readonly string[];
  /** What the role must not have, as statements that take it away. */
  readonly revocations: readonly string[];
}

interface Row {
  readonly table: string;
  readonly privilege: Privilege;
  readonly held: boolean;
}

/** How the privileges of the role, be they its own or everybody's, differ from what they should be. */
export const privilegeDifference = async (client: pg.Client): Promise<Difference> => {
  const { rows } = await client.query<Row>(PRIVILEGES_HELD, [APP_ROLE]);
  const wanted = rows.filter(
    ({ table, privilege, held }) => !held && PRIVILEGES[table]?.includes(privilege) === true,
  );
  const excess = rows.filter(({ table, privilege, held }) => held && isForbidden(table, privilege));
  return {
    grants: [
      ...byTable(wanted, (table, list) => `GRANT ${list} ON "${table}" TO ${APP_ROLE}`),
      ...(await unusedSequences(client)),
      ...(await closedFunctions(client)),
    ],
    revocations: [
      ...byTable(excess, (table, list) => `REVOKE ${list} ON "${table}" FROM ${APP_ROLE}, PUBLIC`),
      ...(await openFunctions(client)),
    ],
  };
};

const PRIVILEGES_HELD = `
  SELECT c.relname AS table, p.privilege, has_table_privilege($1, c.oid, p.privilege) AS held
  FROM pg_class AS c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',
    'TRIGGER']) WITH ORDINALITY AS p(privilege, place)
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  ORDER BY c.relname, p.place`;

/** Numbers of rows are drawn from sequences, which have privileges of their own. */
const unusedSequences = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ sequence: string; table: string }>(
    `SELECT s.relname AS sequence, t.relname AS table
     FROM pg_class AS s
     JOIN pg_depend AS d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
     JOIN pg_class AS t ON t.oid = d.refobjid
     WHERE s.relnamespace = current_schema()::regnamespace
       AND CASE WHEN s.relkind = 'S' THEN NOT has_sequence_privilege($1, s.oid, 'USAGE') END
     ORDER BY 1`,
    [APP_ROLE],
  );
  return rows
    .filter(({ table }) => PRIVILEGES[table]?.includes('INSERT') === true)
    .map(({ sequence }) => `GRANT USAGE ON SEQUENCE "${sequence}" TO ${APP_ROLE}`);
};

const closedFunctions = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($2::text[]) AS name
     WHERE NOT has_function_privilege($1, to_regprocedure(name), 'EXECUTE') ORDER BY 1`,
    [APP_ROLE, FUNCTIONS],
  );
  return rows.map(({ name }) => `GRANT EXECUTE ON FUNCTION ${name} TO ${APP_ROLE}`);
};

/**
 * Functions of ours that everybody may execute, as PostgreSQL has it by default. What somebody else has
 * in the same schema is theirs to open.
 */
const openFunctions = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name
     FROM unnest($1::text[]) AS ours(name) JOIN pg_proc AS p ON p.oid = to_regprocedure(ours.name)
     WHERE p.pronamespace = current_schema()::regnamespace
       AND has_function_privilege('public', p.oid, 'EXECUTE')
     ORDER BY 1`,
    [[...FUNCTIONS, ...CLOSED_FUNCTIONS]],
  );
  return rows.map(({ name }) => `REVOKE ALL ON ROUTINE ${name} FROM PUBLIC`);
};

const byTable = (
  rows: readonly Row[],
  statement: (table: string, privileges: string) => string,
): string[] => {
  const lists = new Map<string, Privilege[]>();
  for (const { table, privilege } of rows) {
    lists.set(table, [...(lists.get(table) ?? []), privilege]);
  }
  return [...lists].map(([table, list]) => statement(table, list.join(', ')));
};
