import { setTimeout as sleep } from 'node:timers/promises';
import { CandidatesSnapshot } from '../../../../apps/api/src/features/candidates/snapshot/candidates-snapshot.js';
import { startApp, startReplica, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { listeningAddress } from '../../../support/cli.js';
import { overTls } from '../../../support/database-tls.js';
import { offer } from '../../../support/offers.js';

/** QM_STALE_CYCLES=10000 makes the proof of it; the usual few show that it can fail. */
const CYCLES = Number(process.env['QM_STALE_CYCLES'] ?? 15);
const LIMIT_MS = 120_000 + CYCLES * 500;
const KILLED_EVERY = 2;
const READ_EVERY_MS = 10;
const TOOL = 'support.create_ticket';
const ASKED = { tenant: 'acme', roles: ['operator'], task_type: 'support' };
const QUERY = { ...ASKED, query: 'create a ticket' };

let first: TestApp;
let second: TestApp;
let agent: TestCaller;
let addresses: string[];

beforeAll(async () => {
  first = await startApp();
  // As with a managed database; every way that a service has to it must know TLS.
  second = await startReplica({ ...first.database, url: overTls(first.database.url) });
  await offer(first, TOOL);
  await offer(first, 'support.close_ticket');
  agent = await makeCaller(first, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
  });
  addresses = [await listeningAddress(first), await listeningAddress(second)];
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const ask = async (address: string, body: object, token = agent.token): Promise<Response> =>
  fetch(`${address}/v1/candidates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const shown = async (address: string, body: object): Promise<readonly string[]> => {
  let answer = await ask(address, body);
  // A machine too busy to ask the database in time may say so; an old list it may not show.
  while (answer.status === 503) answer = await ask(address, body);
  expect(answer.status).toBe(200);
  const { tools } = (await answer.json()) as { tools: { tool_id: string }[] };
  return tools.map(({ tool_id: toolId }) => toolId);
};

const suspend = (suspended: boolean) =>
  adminOf(first)
    .put(`/v1/tools/${TOOL}/suspension`)
    .send({ suspended, reason: 'an incident' })
    .expect(200);

const fences = (action: string) =>
  first.database.query<{ pid: number }>(
    `SELECT pid, ${action} FROM pg_stat_activity
     WHERE application_name = 'quartermaster-fence' AND datname = current_database()`,
  );

/** Cuts everybody off but the connection that says so, or lets them connect again. */
const letConnect = async (isAllowed: boolean): Promise<void> => {
  await first.database.query(
    'UPDATE pg_database SET datallowconn = $1 WHERE datname = current_database()',
    [isAllowed],
  );
  if (isAllowed) return;
  await first.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
};

/** A reader for each replica, who asks again and again. */
const whileBusy = async (work: () => Promise<void>): Promise<void> => {
  let isOver = false;
  const read = async (address: string): Promise<void> => {
    while (!isOver) {
      await (await ask(address, ASKED)).arrayBuffer();
      await sleep(READ_EVERY_MS);
    }
  };
  const readers = addresses.map(read);
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
};

const cycle = async (): Promise<void> => {
  for (const isSuspended of [true, false]) {
    await suspend(isSuspended);
    const seen = await Promise.all(
      addresses.flatMap((address) => [shown(address, ASKED), shown(address, QUERY)]),
    );
    for (const tools of seen) expect(tools.includes(TOOL)).toBe(!isSuspended);
  }
};

describe('two replicas', () => {
  it('reach the database, one of them by TLS', async () => {
    const ways = await first.database.query(
      `SELECT application_name AS name, bool_or(ssl) AS tls, bool_or(NOT ssl) AS plain
       FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE datname = current_database() AND application_name <> '' GROUP BY 1 ORDER BY 1`,
    );
    expect(ways).toMatchObject([
      { name: 'quartermaster', tls: true, plain: true },
      { name: 'quartermaster-fence', tls: true, plain: true },
    ]);
  });

  it(
    'show no tool that was suspended, and every one that was lifted, from the answer on',
    async () => {
      await whileBusy(async () => {
        for (let count = 0; count < CYCLES; count += 1) await cycle();
      });
    },
    LIMIT_MS,
  );

  it(
    'nor when the connections that tell them are cut again and again',
    async () => {
      await whileBusy(async () => {
        for (let count = 0; count < CYCLES / 2; count += 1) {
          if (count % KILLED_EVERY === 0) await fences('pg_terminate_backend(pid)');
          await cycle();
        }
      });
    },
    LIMIT_MS,
  );

  it('nor when such a connection hangs', async () => {
    await cycle();
    const stopped = await fences('1');
    expect(stopped).toHaveLength(2);
    try {
      stopped.forEach(({ pid }) => process.kill(pid, 'SIGSTOP'));
      await cycle();
    } finally {
      stopped.forEach(({ pid }) => process.kill(pid, 'SIGCONT'));
    }
  });

  it('refuse while the database is away, or say that they are stale where that is allowed', async () => {
    const lenient = await startReplica(first.database, { QM_MAX_STALENESS_MS: '60000' });
    const [strictAddress = ''] = addresses;
    const address = await listeningAddress(lenient);
    while (lenient.app.get(CandidatesSnapshot).current === undefined) await sleep(1);
    expect(await shown(address, ASKED)).toContain(TOOL);
    await letConnect(false);
    try {
      const old = (await (await ask(address, ASKED)).json()) as { tools: unknown };
      expect(old).toMatchObject({ stale: true, tools: [{}, { tool_id: TOOL }] });
      const refused = await ask(strictAddress, ASKED);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toMatchObject({ code: 'database-unavailable' });
      // Who shows no key needs no database to be told so.
      for (const authorization of [undefined, 'Basic YTpi', 'Bearer qm_no_key']) {
        const headers = {
          'content-type': 'application/json',
          ...(authorization && { authorization }),
        };
        const nobody = await fetch(`${strictAddress}/v1/candidates`, {
          method: 'POST',
          headers,
          body: JSON.stringify(ASKED),
        });
        expect(nobody.status).toBe(401);
      }
    } finally {
      await letConnect(true);
    }
    for (const each of [address, strictAddress]) {
      await shown(each, ASKED);
      expect(await (await ask(each, ASKED)).json()).not.toHaveProperty('stale');
    }
    await lenient.stop();
  });

  it('know no key any more that was revoked on the other one', async () => {
    for (let count = 0; count < 10; count += 1) {
      const { id, token } = await makeKey();
      for (const address of addresses) expect((await ask(address, ASKED, token)).status).toBe(200);
      await adminOf(first).delete(`/v1/api-keys/${id}`).expect(204);
      for (const address of addresses) expect((await ask(address, ASKED, token)).status).toBe(401);
    }
  });

  it('judge a request by what holds when its body is there, however early its head came', async () => {
    const answer = await askSlowly(agent.token, () => suspend(true));
    expect(await answer.text()).not.toContain(TOOL);
    await suspend(false);
  });

  it('and its key too', async () => {
    const { id, token } = await makeKey();
    const answer = await askSlowly(token, () =>
      adminOf(first).delete(`/v1/api-keys/${id}`).expect(204),
    );
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ detail: 'The key was revoked.' });
  });
});

const makeKey = async (): Promise<{ id: string; token: string }> => {
  const answer = await adminOf(first)
    .post('/v1/api-keys')
    .send({
      subject: 'a',
      kind: 'agent',
      permissions: ['candidates'],
      tenants: ['acme'],
      roles: ['operator'],
    })
    .expect(201);
  return answer.body as { id: string; token: string };
};

/** Something happens while the body is on its way, and the head has been judged. */
const askSlowly = async (token: string, meanwhile: () => Promise<unknown>): Promise<Response> => {
  const [address = ''] = addresses;
  let send: (bytes: Uint8Array) => void = () => undefined;
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (bytes) => controller.enqueue(bytes);
      end = () => controller.close();
    },
  });
  const text = new TextEncoder().encode(JSON.stringify(ASKED));
  const answering = fetch(`${address}/v1/candidates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  send(text.subarray(0, 5));
  await shown(address, ASKED);
  await meanwhile();
  send(text.subarray(5));
  end();
  return answering;
};
