import { canonicalJson } from '#core/json/canonical.js';
import { digestOf } from '#core/json/digest.js';
import type { JsonObject } from '#core/json/value.js';
import { RefusalCounter } from '../../../apps/api/src/auth/refusal-counter.js';
import { startReplica, type TestApp } from '../../support/app.js';
import { adminOf, callerWith, makeCaller, type TestCaller } from '../../support/caller.js';
import { manifestOf, register } from '../../support/catalog.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let app: TestApp;
let admin: TestCaller;
let auditor: TestCaller;
beforeAll(async () => {
  database = await createDatabase();
  // What auditors ask goes over connections that cannot write.
  const replica = new URL(database.url);
  replica.searchParams.set('options', '-c default_transaction_read_only=on');
  app = await startReplica(database, {
    DATABASE_URL: database.url,
    QM_AUDIT_DATABASE_URL: replica.href,
  });
  admin = adminOf(app);
  auditor = await makeCaller(app, { subject: 'auditor', permissions: ['audit'] });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

type Event = JsonObject & { seq: number; hash: string; prev: string; action: string };

describe('reading the audit trail', () => {
  it('gives each event with the hash of the rest of it, and its predecessor', async () => {
    await makeCaller(app, { subject: 'one-more', permissions: ['read'] });
    const answer = await auditor.get('/v1/audit-events').expect(200);
    const [last, before] = (answer.body as { items: [Event, Event] }).items;
    const { hash, ...rest } = last;
    expect(digestOf(rest as JsonObject)).toBe(hash);
    expect(canonicalJson(rest as JsonObject)).toContain('"schema":1');
    expect(last).toMatchObject({
      actor: { subject: 'bootstrap', key_id: 'admin' },
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(last.prev).toBe(before.hash);
    expect(last.seq).toBe(before.seq + 1);
  });

  it('is written with the effect or not at all', async () => {
    await register(admin, 'audited.tool').expect(201);
    await database.query(
      `ALTER TABLE audit_event ADD CONSTRAINT lost CHECK (action <> 'tool.updated') NOT VALID`,
    );
    await admin.patch('/v1/tools/audited.tool').send({ note: 'untold' }).expect(500);
    await database.query('ALTER TABLE audit_event DROP CONSTRAINT lost');
    const { body } = await admin.get('/v1/tools/audited.tool').expect(200);
    expect(body.presentation).not.toHaveProperty('note', 'untold');
  });

  it('narrows by actor, action and time', async () => {
    const made = await auditor
      .get('/v1/audit-events?action=api-key.created&actor=bootstrap&since=2020-01-01T00:00:00Z')
      .expect(200);
    expect(made.body.items.length).toBeGreaterThan(0);
    const none = await auditor.get('/v1/audit-events?until=2020-01-01T00:00:00Z').expect(200);
    expect(none.body).toEqual({ items: [], next_cursor: null });
  });

  it('goes on where the page ended, whatever is written meanwhile', async () => {
    const first = await auditor.get('/v1/audit-events?limit=1').expect(200);
    await admin.post('/v1/api-keys').send({ subject: 'x', kind: 'agent', permissions: ['read'] });
    const second = await auditor
      .get(`/v1/audit-events?limit=1&cursor=${first.body.next_cursor}`)
      .expect(200);
    expect(second.body.items[0].seq).toBe(first.body.items[0].seq - 1);
  });

  it('shows an auditor of one namespace all of it and nothing beyond', async () => {
    for (const toolId of ['a_b.find', 'axb.find', 'a_b', 'a_bc.find', 'support.find']) {
      await register(admin, toolId).expect(201);
    }
    const reason = 'incident';
    for (const namespace of ['a_b', 'axb']) {
      await admin
        .put(`/v1/namespaces/${namespace}/suspension`)
        .send({ suspended: true, reason })
        .expect(200);
    }
    const narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['a_b'] });
    const answer = await narrow.get('/v1/audit-events').expect(200);
    expect(answer.body.items).toMatchObject([
      { action: 'namespace.suspended', reason, detail: { namespace: 'a_b' } },
      { action: 'version.registered', tool_id: 'a_b' },
      { action: 'version.registered', tool_id: 'a_b.find' },
    ]);
  });
});

describe('an audit list that cannot be read', () => {
  it.each(['since=2026-02-30T00:00:00Z', 'until=0000-01-01T00:00:00Z', 'since=yesterday', 'who=x'])(
    'is refused as such: %s',
    async (query) => {
      const answer = await auditor.get(`/v1/audit-events?${query}`).expect(400);
      expect(answer.body).toMatchObject({ code: 'query-invalid' });
    },
  );
});

describe('refusals of permission', () => {
  it('are counted by key and code, and written as one event', async () => {
    const agent = await makeCaller(app, { subject: 'curious', permissions: ['candidates'] });
    for (let tried = 0; tried < 3; tried += 1) await agent.get('/v1/audit-events').expect(403);
    await app.app.get(RefusalCounter).flush();
    await app.app.get(RefusalCounter).flush();

    const answer = await auditor.get('/v1/audit-events?action=access.refused').expect(200);
    expect(answer.body.items).toMatchObject([
      { actor: { subject: 'curious' }, detail: { code: 'permission-missing', times: 3 } },
    ]);
  });
});

describe('reading what happened to a tool', () => {
  it('has the latest first, page by page, and not by which key', async () => {
    await register(admin, 'told.tool', '1.0.0').expect(201);
    await register(admin, 'told.tool', '1.0.0', manifestOf({ title: 'Two' })).expect(200);
    await register(admin, 'told.tool', '2.0.0', manifestOf({ title: 'Three' })).expect(201);
    await register(admin, 'told.other').expect(201);
    const reader = await makeCaller(app, { permissions: ['read'] });
    const first = await reader.get('/v1/tools/told.tool/history?limit=2').expect(200);
    expect(first.body.items).toMatchObject([
      { action: 'version.registered', version: '2.0.0', before: null },
      { action: 'version.replaced', version: '1.0.0' },
    ]);
    const [latest] = first.body.items;
    expect(latest.actor).toEqual({ subject: 'bootstrap', kind: 'person' });
    const trail = await auditor.get('/v1/audit-events?tool_id=told.tool').expect(200);
    expect(latest.id).toBe(trail.body.items[0].hash);
    const query = `limit=2&cursor=${first.body.next_cursor}`;
    const rest = await reader.get(`/v1/tools/told.tool/history?${query}`).expect(200);
    expect(rest.body).toMatchObject({
      items: [{ action: 'version.registered', version: '1.0.0' }],
      next_cursor: null,
    });
  });

  it('tells nobody how much happens to the tools of others', async () => {
    await register(admin, 'quiet.tool', '1.0.0').expect(201);
    await register(admin, 'quiet.tool', '2.0.0', manifestOf({ title: 'Two' })).expect(201);
    const [head] = await app.database.query<{ audit_seq: string }>(
      'SELECT audit_seq FROM catalog_head',
    );
    const history = await admin.get('/v1/tools/quiet.tool/history?limit=1').expect(200);
    expect(Object.keys(history.body.items[0])).not.toContain('seq');
    const cursor = Buffer.from(history.body.next_cursor, 'base64url').toString('latin1');
    expect(cursor).not.toContain(String(Number(head?.audit_seq)));
  });

  it("has the kill switch of the tool's namespace, and of no other", async () => {
    await register(admin, 'dark.tool').expect(201);
    await register(admin, 'dark_2.tool').expect(201);
    const reason = 'incident';
    for (const namespace of ['dark', 'dark_2']) {
      const path = `/v1/namespaces/${namespace}/suspension`;
      await admin.put(path).send({ suspended: true, reason }).expect(200);
    }
    const history = await admin.get('/v1/tools/dark.tool/history').expect(200);
    expect(history.body.items).toMatchObject([
      { action: 'namespace.suspended', reason, detail: { namespace: 'dark' } },
      { action: 'version.registered' },
    ]);
  });

  it('answers 404 to an unknown tool', async () => {
    await admin.get('/v1/tools/told.none/history').expect(404);
  });
});

describe('a replica that auditors are sent to', () => {
  const QUESTIONS = ['', '/verification', '/export'].map((rest) => `/v1/audit-events${rest}`);

  it('answers them all without a word to the primary, and tells how far it went', async () => {
    await register(admin, 'support.replicated').expect(201);
    const list = await auditor.get('/v1/audit-events?limit=1').expect(200);
    const [{ seq, hash }] = list.body.items as [Event];
    expect(list.headers['audit-head']).toBe(`${seq};hash="${hash}"`);
    const verified = await auditor.get('/v1/audit-events/verification').expect(200);
    expect(verified.body).toMatchObject({ valid: true, events: seq, head: hash });
    const { text } = await auditor.get('/v1/audit-events/export').expect(200);
    expect(text.split('\n')[0]).toContain(hash);
    await admin.get('/v1/tools/support.replicated/impact').expect(200);
    const local = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
    const narrow = await local.get('/v1/audit-events').expect(200);
    expect(narrow.headers).not.toHaveProperty('audit-head');
    // Row-level security is the same there: no key, and no other namespace.
    const told = (narrow.body.items as Event[]).map(({ tool_id: id }) => String(id));
    expect(told.filter((id) => !id.startsWith('support.'))).toEqual([]);
    expect(told).toContain('support.replicated');
  });

  it('has them refused while it is away, and holds up nobody else', async () => {
    const alone = await startReplica(database, {
      DATABASE_URL: database.url,
      QM_AUDIT_DATABASE_URL: 'postgresql://127.0.0.1:9/none',
    });
    try {
      const theirs = callerWith(alone, auditor.token);
      for (const path of QUESTIONS) {
        const { body, headers } = await theirs.get(path).expect(503);
        expect([body.code, headers['retry-after']]).toEqual(['database-unavailable', '1']);
      }
      await register(adminOf(alone), 'support.unhindered').expect(201);
      await adminOf(alone).get('/v1/tools/support.unhindered/impact').expect(503);
      await adminOf(alone).get('/v1/tools/support.unhindered/history').expect(200);
    } finally {
      await alone.stop();
    }
  });
});
