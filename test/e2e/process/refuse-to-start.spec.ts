import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createDatabase } from '../../support/database.js';
import { makeDataDir, postmasterOf, ServiceProcess } from '../../support/service-process.js';

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => dataDir.remove());

/** Starts the service, which does not come up, and returns the one line that it says. */
const refusal = async (
  env: Readonly<Record<string, string>>,
  path = dataDir.path,
): Promise<string> => {
  const service = ServiceProcess.start({ dataDir: path, env });
  expect(await service.ended).toBe(1);
  // Nor a key: it would be shown only this once, by a service that nobody can ask.
  expect(service.stdout).not.toMatch(/ready|qm_/);
  expect(service.complaints).toHaveLength(1);
  return service.complaints[0] ?? '';
};

describe('the service refuses to start with one line and a remedy', () => {
  it.each([
    ['PORT', 'http', /^quartermaster: PORT is not a port number/],
    ['DATABASE_URL', 'mysql://a', /^quartermaster: DATABASE_URL is not a connection string/],
    ['DATABASE_URL', 'postgresql://a:b@/%zz', /^quartermaster: DATABASE_URL is not a connection/],
    ['DATABASE_URL', 'postgresql://a@127.0.0.1:1/x', /127\.0\.0\.1:1 cannot be reached \(ECONNREF/],
    ['DATABASE_URL', 'postgresql://a@no.such.host.invalid/x', /cannot be reached \((ENOTF|EAI_)/],
    [
      'QM_BOOTSTRAP_ADMIN_KEY',
      'secret',
      /^quartermaster: QM_BOOTSTRAP_ADMIN_KEY is not an API key/,
    ],
    ['QM_AUTO_APPROVE', 'maybe', /^quartermaster: QM_AUTO_APPROVE is not one of on, off/],
    ['HOST', '203.0.113.1', /no address 203\.0\.113\.1\. Set HOST/],
  ])(
    '%s=%s',
    async (key, value, line) => {
      expect(await refusal({ [key]: value })).toMatch(line);
      expect(await postmasterOf(dataDir.path)).toBeUndefined();
    },
    60_000,
  );

  it('never repeats the value of a secret', async () => {
    const line = await refusal({ QM_BOOTSTRAP_ADMIN_KEY: 'hunter2', DATABASE_URL: '' });
    expect(line).not.toContain('hunter2');
  }, 60_000);

  it('says what the server of DATABASE_URL refuses', async () => {
    const database = await createDatabase();
    try {
      const wrongPassword = new URL(database.url);
      wrongPassword.password = 'wrong';
      const line = await refusal({ DATABASE_URL: wrongPassword.href });
      expect(line).toMatch(/refuses the password of user "\w+"/);
      expect(line).not.toContain('wrong');
      const unknown = new URL(database.url);
      unknown.pathname = '/nowhere';
      expect(await refusal({ DATABASE_URL: unknown.href })).toMatch(/"nowhere" does not exist/);
    } finally {
      await database.drop();
    }
  }, 60_000);

  it('says that what auditors are sent to is no replica of the catalog', async () => {
    const [database, other] = [await createDatabase(), await createDatabase()];
    try {
      await other.query(`UPDATE catalog_head SET cursor_secret = 'other'`);
      const env = { DATABASE_URL: database.url, QM_AUDIT_DATABASE_URL: other.url };
      expect(await refusal(env)).toContain('QM_AUDIT_DATABASE_URL is no replica of this catalog');
    } finally {
      await Promise.all([database.drop(), other.drop()]);
    }
  }, 60_000);

  it('names the port that is in use, and stops what it had started', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      for (const name of ['PORT', 'QM_METRICS_PORT']) {
        const line = await refusal({ [name]: String(port) });
        expect(line).toContain(`port ${port} on 127.0.0.1 is in use`);
        expect(line).toContain(`set ${name} to a free port`);
      }
      expect(await postmasterOf(dataDir.path)).toBeUndefined();
    } finally {
      other.close();
    }
  }, 60_000);

  it('names the process that holds the data directory, and leaves it alone', async () => {
    const holder = ServiceProcess.start({ dataDir: dataDir.path });
    const address = await holder.address();
    const line = await refusal({});
    expect(line).toContain(`in use by a running Quartermaster (process ${holder.pid})`);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    holder.signal('SIGTERM');
    expect(await holder.ended).toBe(0);
  }, 90_000);

  it('lets one of two that start at once have the data directory', async () => {
    const both = [0, 1].map(() => ServiceProcess.start({ dataDir: dataDir.path }));
    const [loser] = await Promise.race(both.map(async (each) => [each, await each.ended] as const));
    const winner = both.find((each) => each !== loser);
    expect(loser.complaints).toEqual([
      expect.stringContaining('in use by a running Quartermaster'),
    ]);
    expect((await fetch(`${await winner?.address()}/readyz`)).status).toBe(200);
    winner?.signal('SIGTERM');
    expect(await winner?.ended).toBe(0);
  }, 90_000);

  const asRoot = process.getuid?.() === 0 ? it : it.skip;

  asRoot(
    'names the folder that the postgres user cannot enter (skipped unless run as root)',
    async () => {
      const closed = join(dataDir.path, 'closed');
      await mkdir(closed);
      await chmod(closed, 0o700);
      const line = await refusal({}, join(closed, 'data'));
      expect(line).toContain(`cannot enter the folder ${closed}`);
      expect(line).toContain('QM_DATA_DIR');
    },
    60_000,
  );
});
