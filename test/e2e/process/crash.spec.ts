import { setTimeout as sleep } from 'node:timers/promises';
import {
  holderOf,
  makeDataDir,
  postmasterOf,
  ServiceProcess,
} from '../../support/service-process.js';

let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => dataDir.remove());

const KEY = `qm_admin_${'k'.repeat(40)}`;

const startService = () =>
  ServiceProcess.start({ dataDir: dataDir.path, env: { QM_BOOTSTRAP_ADMIN_KEY: KEY } });

const call = (address: string, path: string, method = 'GET', body?: object) =>
  fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const makeKey = async (address: string, subject: string): Promise<void> => {
  const answer = await call(address, '/v1/api-keys', 'POST', {
    subject,
    kind: 'person',
    permissions: ['read'],
  });
  expect(answer.status).toBe(201);
};

const subjects = async (address: string): Promise<string[]> => {
  const { items } = (await (await call(address, '/v1/api-keys')).json()) as {
    items: { subject: string }[];
  };
  return items.map(({ subject }) => subject).filter((subject) => subject.startsWith('kept-'));
};

describe('after kill -9', () => {
  it('of the service, the next start takes over from the surviving server', async () => {
    const first = startService();
    await makeKey(await first.address(), 'kept-1');
    const survivor = await postmasterOf(dataDir.path);
    expect(survivor).toBeDefined();
    first.signal('SIGKILL');
    await first.ended;
    expect(await postmasterOf(dataDir.path)).toBe(survivor);

    const second = startService();
    const address = await second.address();
    expect(await postmasterOf(dataDir.path)).not.toBe(survivor);
    expect(await subjects(address)).toEqual(['kept-1']);
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  }, 120_000);

  it('of both, nothing that was acknowledged is lost', async () => {
    const first = startService();
    await makeKey(await first.address(), 'kept-2');
    process.kill((await postmasterOf(dataDir.path)) ?? 0, 'SIGKILL');
    process.kill(await holderOf(dataDir.path), 'SIGKILL');
    await first.ended;

    const second = startService();
    expect((await subjects(await second.address())).sort()).toEqual(['kept-1', 'kept-2']);
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  }, 120_000);

  it('of the server, the service says 503 and gets it back', async () => {
    const service = startService();
    const address = await service.address();
    process.kill((await postmasterOf(dataDir.path)) ?? 0, 'SIGKILL');
    const statuses = new Set<number>();
    for (let last = 0; last !== 200 || !statuses.has(503); await sleep(20)) {
      // Whether or not a route needs to know its caller, for which the database is asked.
      for (const path of ['/v1/me', '/readyz']) {
        const answer = await call(address, path);
        last = answer.status;
        statuses.add(last);
        if (last !== 503) continue;
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await answer.json()).toMatchObject({ code: 'database-unavailable' });
      }
    }
    expect([...statuses].sort()).toEqual([200, 503]);
    expect((await subjects(address)).length).toBe(2);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(await postmasterOf(dataDir.path)).toBeUndefined();
  }, 120_000);
});
