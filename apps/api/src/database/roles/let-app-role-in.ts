import pg from 'pg';
import { APP_ROLE } from './app-role.js';

/** On a server of our own the role signs in itself, with a password that lasts for this run. */
export const letAppRoleIn = async (ownerUrl: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 15_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`ALTER ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
};
