import { appendAudit, type AuditEntry } from '../../../apps/api/src/database/audit-trail.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { EventIds } from '../../../apps/api/src/features/events/event-ids.js';
import { ADMIN_TOKEN, startApp, startReplica, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, register } from '../../support/catalog.js';
import { followEvents, type EventClient, type ReceivedEvent } from '../../support/event-client.js';

let service: TestApp;
let other: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  service = await startApp();
  other = await startReplica(service.database);
  admin = adminOf(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const reader = (namespaces?: readonly string[], subject = 'reader') =>
  makeCaller(service, {
    subject,
    permissions: ['read'],
    ...(namespaces === undefined ? {} : { namespaces }),
  });

const registerMany = (namespace: string, from: number, count: number) =>
  admin
    .post('/v1/registrations')
    .send({
      items: Array.from({ length: count }, (_, at) => ({
        tool_id: `${namespace}.t${from + at}`,
        version: '1.0.0',
        manifest: firstManifestOf(),
      })),
    })
    .expect(200);

const toolsOf = (events: readonly ReceivedEvent[]): (string | undefined)[] =>
  events.map(({ data }) => data.tool_id);

/** So many events of the namespace `cut`, in transactions of some size, beside those of others. */
const write = async (count: number, sizeOfNext: () => number): Promise<void> => {
  const entry = (toolId: string): AuditEntry => ({
    actor: { subject: 'ann', kind: 'person' },
    action: 'tool.updated',
    request_id: 'written',
    tool_id: toolId,
  });
  for (let next = 0; next < count;) {
    const end = Math.min(count, next + sizeOfNext());
    const names = Array.from({ length: end - next }, (_, at) => `cut.t${next + at}`);
    await service.app
      .get(Transactions)
      .runAsService((tx) => appendAudit(tx, ['others.one', ...names, 'others.two'].map(entry)));
    next = end;
  }
};

describe('a stream of events', () => {
  it('loses nothing of a thousand changes and tells nothing twice, wherever it is cut', async () => {
    const { token } = await reader(['cut']);
    const start = await followEvents(service, token);
    start.cut();
    const received: ReceivedEvent[] = [];
    let lastId = start.lastId();
    const random = seeded(4711);
    const writing = write(1_000, () => 1 + Math.floor(random() * 30));
    while (received.length < 1_000) {
      const replica = random() < 0.5 ? service : other;
      const client = await followEvents(replica, token, lastId);
      await client.count(Math.min(Math.floor(random() * 120), 1_000 - received.length));
      client.cut();
      received.push(...client.events);
      lastId = client.lastId();
    }
    await writing;

    expect(toolsOf(received)).toEqual(Array.from({ length: 1_000 }, (_, at) => `cut.t${at}`));
    expect(new Set(received.map(({ id }) => id)).size).toBe(1_000);
  });

  it('says who did what, in the form of the history, and which kind of answer it is', async () => {
    const { token } = await reader(['told']);
    const client = await followEvents(service, token);
    expect([client.status, client.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(client.headers['cache-control']).toBe('no-store');
    await register(admin, 'told.one').expect(201);
    await client.count(1);
    const { body } = await admin.get('/v1/tools/told.one/history').expect(200);
    const [entry] = body.items as object[];
    expect(client.events[0]?.data).toEqual({
      ...entry,
      tool_id: 'told.one',
      namespace: 'told',
    });
    client.cut();
  });

  it('tells nothing of other namespaces, neither in events nor by its ids', async () => {
    const mine = await reader(['mine']);
    const client = await followEvents(service, mine.token);
    const before = client.lastId();
    await registerMany('theirs', 0, 20);
    await register(admin, 'mine.one').expect(201);
    await client.count(1);
    expect(toolsOf(client.events)).toEqual(['mine.one']);
    // An id of a place is new each time, so that it does not tell whether others moved on.
    expect(client.lastId()).toHaveLength(before.length);
    expect(client.events[0]?.id).toHaveLength(before.length);
    const again = await followEvents(service, mine.token);
    const oncemore = await followEvents(service, mine.token);
    expect(again.lastId()).not.toBe(oncemore.lastId());
    for (const each of [client, again, oncemore]) each.cut();
  });

  it('gives an event the same id on every replica, and goes on there with another key', async () => {
    const [one, two] = [await reader(['both']), await reader(['both'], 'another')];
    const here = await followEvents(service, one.token);
    const there = await followEvents(other, two.token);
    await registerMany('both', 0, 3);
    await Promise.all([here.count(3), there.count(3)]);
    expect(here.events).toEqual(there.events);
    const on = await followEvents(other, two.token, here.events[0]?.id);
    await on.count(2);
    expect(on.events).toEqual(here.events.slice(1));
    for (const each of [here, there, on]) each.cut();
  });

  it('ends when its key is revoked, and tells nothing that happened afterwards', async () => {
    const { token } = await reader(['gone']);
    const client = await followEvents(service, token);
    await register(admin, 'gone.before').expect(201);
    await client.count(1);
    await admin.delete(`/v1/api-keys/${token.split('_')[1]}`).expect(204);
    await register(admin, 'gone.after').expect(201);
    await client.ended;
    expect(toolsOf(client.events)).toEqual(['gone.before']);
  });

  it('refuses an id that is none of this catalog, and one whose successors are not known', async () => {
    const ids = await service.app.get(EventIds).codec();
    for (const id of ['x', 'A'.repeat(91)]) {
      const { body } = await admin.get('/v1/events').set('last-event-id', id).expect(400);
      expect(body.code).toBe('header-invalid');
    }
    const hash = `sha256:${'0'.repeat(64)}`;
    for (const seq of [3, 1_000_000]) {
      const { body } = await admin
        .get('/v1/events')
        .set('last-event-id', ids.ofEvent({ seq, hash }))
        .expect(410);
      expect(body.code).toBe('events-gone');
    }
  });

  it('is refused to whoever does not read, and beyond ten of a key', async () => {
    const publisher = await makeCaller(service, { permissions: ['publish'], namespaces: ['*'] });
    await publisher.get('/v1/events').expect(403);
    const { token, get } = await reader();
    const open: EventClient[] = [];
    for (let at = 0; at < 10; at += 1) open.push(await followEvents(service, token));
    const { body, headers } = await get('/v1/events').expect(429);
    expect([body.code, headers['retry-after']]).toEqual(['too-many-streams', '5']);
    for (const each of open) each.cut();
  });

  it('answers HEAD without a stream', async () => {
    const { status, headers } = await fetch(await addressOf(service), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });

  it('ends in good order when the replica stops, and goes on at another', async () => {
    const third = await startReplica(service.database);
    const { token } = await reader(['moved']);
    const client = await followEvents(third, token);
    await register(admin, 'moved.one').expect(201);
    await client.count(1);
    await third.stop();
    await client.ended;
    await register(admin, 'moved.two').expect(201);
    const next = await followEvents(other, token, client.lastId());
    await next.count(1);
    expect(toolsOf(next.events)).toEqual(['moved.two']);
    next.cut();
  });
});

describe('making a webhook', () => {
  const TARGET = 'https://hooks.example.com/';

  it('is for admins, who are told of no more than they administer', async () => {
    const reader = await makeCaller(service, { permissions: ['read', 'audit', 'review'] });
    await reader.post('/v1/webhooks').send({ url: TARGET }).expect(403);
    await reader.get('/v1/webhooks').expect(403);
    const grant = { permissions: ['admin'], namespaces: ['mine'], tenants: [], roles: [] };
    const local = await makeCaller(service, { ...grant, subject: 'local' });
    const send = (namespaces?: string[]) =>
      local.post('/v1/webhooks').send({ url: TARGET, namespaces });
    for (const namespaces of [['*'], ['mine', 'theirs']]) {
      const { body } = await send(namespaces).expect(403);
      expect(body.code).toBe('beyond-grant');
    }
    const { body: own } = await send().expect(201);
    expect(own.namespaces).toEqual(['mine']);
    const theirs = { url: TARGET, namespaces: ['theirs'] };
    const { body: made } = await admin.post('/v1/webhooks').send(theirs).expect(201);
    const { id: foreign } = made as { id: string };
    for (const path of [`/v1/webhooks/${foreign}`, `/v1/webhooks/${foreign}/dead-letters`]) {
      await local.get(path).expect(404);
    }
    await local.delete(`/v1/webhooks/${foreign}`).expect(404);
    const { body: list } = await local.get('/v1/webhooks').expect(200);
    expect((list.items as { id: string }[]).map(({ id }) => id)).toEqual([own.id]);
    await local.delete(`/v1/webhooks/${own.id}`).expect(204);
    await local.get(`/v1/webhooks/${own.id}`).expect(404);
  });
});

const addressOf = async ({ app, server }: TestApp): Promise<string> => {
  if (!server.listening) await app.listen(0, '127.0.0.1');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/v1/events`;
};

/** A linear congruential generator: the same cuts in every run. */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};
