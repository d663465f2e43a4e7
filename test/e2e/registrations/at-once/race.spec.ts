import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { POOL_SIZE } from '../../../../apps/api/src/database/pool.js';
import { Transactions } from '../../../../apps/api/src/database/transaction.js';
import { RegistrationWritesRepository } from '../../../../apps/api/src/features/registrations/registration-writes.repository.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, manifestOf, pathOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterEach(async () => {
  const chain = await admin.get('/v1/audit-events/verification').expect(200);
  expect(chain.body.valid).toBe(true);
});
afterAll(() => app.stop());

const AT_ONCE = 10;

const times = <T>(make: (n: number) => T): T[] =>
  Array.from({ length: AT_ONCE }, (_, n) => make(n));

/** How many answers have each status. */
const statusesOf = async (answers: readonly PromiseLike<{ status: number }>[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const storedOf = async (namespace: string) => {
  const [row] = await app.database.query(
    `SELECT (SELECT count(*)::int FROM namespace WHERE namespace_key = $1) AS namespaces,
       (SELECT count(*)::int FROM tool WHERE lower(namespace) = $1) AS tools,
       (SELECT count(*)::int FROM tool_version WHERE lower(tool_id) LIKE $1 || '.%') AS versions,
       (SELECT count(*)::int FROM audit_event WHERE lower(tool_id) LIKE $1 || '.%') AS events`,
    [namespace],
  );
  return row;
};

const bulk = (toolIds: readonly string[], manifest = firstManifestOf()) =>
  admin.post('/v1/registrations').send({
    items: toolIds.map((tool_id) => ({ tool_id, version: '1.0.0', manifest })),
  });

describe('registrations at the same moment', () => {
  it('make one version of one contract: one 201, the others 200', async () => {
    const statuses = await statusesOf(times(() => register(admin, 'same.tool')));
    expect(statuses).toEqual({ 201: 1, 200: AT_ONCE - 1 });
    expect(await storedOf('same')).toEqual({ namespaces: 1, tools: 1, versions: 1, events: 1 });
  });

  it('take their turns with different contracts, and the last one stays', async () => {
    const answers = times((n) =>
      register(admin, 'turns.tool', '1.0.0', firstManifestOf({ title: `Title ${n}` })),
    );
    expect(await statusesOf(answers)).toEqual({ 201: 1, 200: AT_ONCE - 1 });
    expect(await storedOf('turns')).toMatchObject({ versions: 1, events: AT_ONCE });
    const [last] = (await admin.get('/v1/tools/turns.tool/history').expect(200)).body.items;
    const read = await admin.get(pathOf('turns.tool', '1.0.0')).expect(200);
    expect(read.body.contract_digest).toBe(last.after);
  });

  it('let only one spelling of a tool_id win', async () => {
    const answers = times((n) => register(admin, n % 2 === 0 ? 'case.Tool' : 'case.tool'));
    const statuses = await statusesOf(answers);
    expect(statuses).toEqual({ 201: 1, 200: AT_ONCE / 2 - 1, 409: AT_ONCE / 2 });
    expect(await storedOf('case')).toEqual({ namespaces: 1, tools: 1, versions: 1, events: 1 });
  });

  it('let only one spelling of a namespace win', async () => {
    const answers = times((n) => register(admin, `${n % 2 === 0 ? 'Spelt' : 'spelt'}.tool_${n}`));
    expect(await statusesOf(answers)).toEqual({ 201: AT_ONCE / 2, 409: AT_ONCE / 2 });
    expect(await storedOf('spelt')).toMatchObject({ namespaces: 1, tools: AT_ONCE / 2 });
  });

  it('all find room in a namespace that none of them found', async () => {
    const statuses = await statusesOf(times((n) => register(admin, `fresh.tool_${n}`)));
    expect(statuses).toEqual({ 201: AT_ONCE });
    expect(await storedOf('fresh')).toMatchObject({ namespaces: 1, tools: AT_ONCE });
  });

  it('count up the revisions of one policy without a gap', async () => {
    await register(admin, 'policy.tool').expect(201);
    const statuses = await statusesOf(
      times((n) => {
        const policy = { ...(firstManifestOf()['policy'] as object), task_types: [`t${n}`] };
        return register(admin, 'policy.tool', '1.0.0', manifestOf({ policy }));
      }),
    );
    expect(statuses).toEqual({ 200: AT_ONCE });
    const revisions = await app.database.query<{ policy_version: number }>(
      "SELECT policy_version FROM policy_revision WHERE tool_id = 'policy.tool' ORDER BY 1",
    );
    expect(revisions.map(({ policy_version }) => policy_version)).toEqual(
      Array.from({ length: AT_ONCE + 1 }, (_, n) => n + 1),
    );
  });
});

describe('bulks at the same moment', () => {
  const many = Array.from({ length: 40 }, (_, n) => `bulk.tool_${n}`);

  it('never wait for each other in a circle, whatever the order of their items', async () => {
    const answers = await Promise.all([
      bulk(many),
      bulk([...many].reverse()),
      bulk(many.slice(10)),
      ...many.slice(0, 5).map((toolId) => register(admin, toolId)),
    ]);
    for (const { status } of answers) expect([200, 201]).toContain(status);
    const created = answers
      .slice(0, 3)
      .reduce((sum, { body }) => sum + Number(body.counts.created), 0);
    const alone = answers.slice(3).filter(({ status }) => status === 201).length;
    expect(created + alone).toBe(many.length);
    expect(await storedOf('bulk')).toEqual({
      namespaces: 1,
      tools: many.length,
      versions: many.length,
      events: many.length,
    });
  });

  it('with namespaces in two spellings: one has all of them, the other nothing', async () => {
    const one = ['Twin.a', 'other_a.b'];
    const other = ['other_a.c', 'twin.d'];
    const statuses = await statusesOf([bulk(one), bulk(other)]);
    expect(statuses).toEqual({ 200: 1, 422: 1 });
    expect(await storedOf('twin')).toMatchObject({ namespaces: 1, tools: 1 });
    expect(await storedOf('other_a')).toMatchObject({ tools: 1 });
  });

  it('and a deletion of the same drafts leave whole versions behind or none', async () => {
    await bulk(['del.a', 'del.b']).expect(200);
    const statuses = await statusesOf([
      ...times(() => admin.delete(pathOf('del.a', '1.0.0'))),
      ...times(() => bulk(['del.b', 'del.a'])),
    ]);
    expect(Object.keys(statuses).every((status) => ['200', '204', '404'].includes(status))).toBe(
      true,
    );
    const read = await admin.get(pathOf('del.a', '1.0.0'));
    expect(await storedOf('del')).toMatchObject({ versions: read.status === 200 ? 2 : 1 });
  });
});

describe('registrations beside whoever holds a row for longer', () => {
  let holder: pg.Client;
  let patient: pg.Client;
  beforeEach(async () => {
    [holder, patient] = [0, 1].map(() => new pg.Client(app.database.url)) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), patient.connect()]);
    await holder.query('BEGIN');
  });
  afterEach(() => Promise.all([holder.end(), patient.end()]));

  const waiters = async (): Promise<number> => {
    const [row] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.count ?? 0;
  };

  it('do not all wait for the one that has to', async () => {
    await register(admin, 'held.first').expect(201);
    const hold = `SELECT 1 FROM namespace WHERE namespace = 'held' FOR UPDATE`;
    await holder.query(hold);
    const held = Promise.resolve(register(admin, 'held.second'));
    const free = Promise.resolve(register(admin, 'free.first')).then(({ status }) => status);
    while ((await waiters()) === 0) await sleep(5);
    const isOver = patient
      .query(`SET lock_timeout = '4s'`)
      .then(() => patient.query(hold))
      .then(
        () => 'let in',
        () => 'out of patience',
      );
    expect(await Promise.race([free, isOver])).toBe(201);
    await holder.query('ROLLBACK');
    expect((await held).status).toBe(201);
    await isOver;
  });

  it.each([
    ['alone', () => register(admin, 'lock.tool')],
    ['in a bulk', () => bulk(['lock.tool', 'lock.other'])],
  ])('are not decided past whoever holds their tool, %s', async (_, send) => {
    await holder.query(
      `SELECT pg_advisory_xact_lock(1, (hashtextextended('lock.tool', 0) & 511)::integer)`,
    );
    const answer = Promise.resolve(send()).then(({ status }) => status);
    const waiting = async (): Promise<string> => {
      while ((await waiters()) === 0) await sleep(5);
      return 'waits';
    };
    expect(await Promise.race([answer, waiting()])).toBe('waits');
    await holder.query('ROLLBACK');
    expect(await answer).toBeLessThan(300);
  });

  it('wait in a bulk for who is soon done, and are written as they were decided', async () => {
    const saving = jest.spyOn(app.app.get(RegistrationWritesRepository), 'saveAllAsDecided');
    await holder.query(
      `SELECT pg_advisory_xact_lock(1, (hashtextextended('soon.tool', 0) & 511)::integer)`,
    );
    const answer = Promise.resolve(bulk(['soon.tool', 'soon.other'])).then(({ status }) => status);
    while ((await waiters()) === 0) await sleep(5);
    await holder.query('ROLLBACK');
    expect(await answer).toBe(200);
    expect(await saving.mock.results[0]?.value).toEqual(expect.any(Date));
    saving.mockRestore();
  });

  it('leave connections to those who read', async () => {
    await register(admin, 'read.tool').expect(201);
    await holder.query('SELECT 1 FROM catalog_head FOR UPDATE');
    const bulks = times((n) => Promise.resolve(bulk([`many_${n}.a`, `many_${n}.b`])));
    const transactions = app.app.get(Transactions);
    // All that there is room for, and the others in line.
    const isSettled = async (): Promise<boolean> => {
      const count = await waiters();
      return count === POOL_SIZE || count + transactions.waiting === AT_ONCE;
    };
    while (!(await isSettled())) await sleep(5);
    await admin.get(pathOf('read.tool', '1.0.0')).expect(200);
    await holder.query('ROLLBACK');
    expect(await statusesOf(bulks)).toEqual({ 200: AT_ONCE });
  });
});
