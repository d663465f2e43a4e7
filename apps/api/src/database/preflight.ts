import pg from 'pg';
import { StartFailure } from '../config/start-failure.js';
import { codeOf, nameOf } from '../config/system-error.js';

const OLDEST = 15;
// The modules of the application are loaded meanwhile, and on a busy machine nothing else happens.
const TIMEOUT_MS = 15_000;

/** Tells early, in one line, why the database that `setting` names cannot be used. */
export const requireUsableDatabase = async (url: string, setting: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    );
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) < OLDEST) {
      throw new StartFailure(
        `the database of ${setting} is PostgreSQL ${version}`,
        `Use PostgreSQL ${OLDEST} or newer, or leave DATABASE_URL out for the embedded one`,
      );
    }
  } catch (error) {
    throw error instanceof StartFailure ? error : failureOf(error, new URL(url), setting);
  } finally {
    // A connection that never came about does not end either.
    await Promise.race([client.end().catch(() => undefined), sleepUnreferenced(500)]);
  }
};

/** By SQLSTATE: what the server said. */
const ANSWERS = new Map<string, (url: URL, setting: string) => readonly [string, string]>([
  [
    '28P01',
    (url, setting) => [
      `the database refuses the password of user ${quoted(url.username)}`,
      `Correct the password in ${setting}`,
    ],
  ],
  [
    '28000',
    (url, setting) => [
      `the database does not let user ${quoted(url.username)} in`,
      `Correct ${setting} or the pg_hba.conf of the server`,
    ],
  ],
  [
    '3D000',
    (url, setting) => [
      `the database ${quoted(url.pathname.slice(1))} does not exist on ${url.host}`,
      `Create it, or correct ${setting}`,
    ],
  ],
]);

const failureOf = (error: unknown, url: URL, setting: string): StartFailure => {
  const answer = ANSWERS.get(codeOf(error))?.(url, setting);
  if (answer !== undefined) return new StartFailure(answer[0], answer[1], { cause: error });
  return new StartFailure(
    `the database of ${setting} at ${url.host} cannot be reached (${nameOf(error)})`,
    'Start it, correct the setting, or leave it out for the embedded database',
    { cause: error },
  );
};

const quoted = (encoded: string): string => `"${decodeURIComponent(encoded)}"`;

const sleepUnreferenced = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref();
  });
