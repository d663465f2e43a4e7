import { canonicalJson } from '#core/json/canonical.js';
import { digestOf } from '#core/json/digest.js';
import type { JsonObject } from '#core/json/value.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { register } from '../../../support/catalog.js';

let app: TestApp;
let auditor: TestCaller;
beforeAll(async () => {
  app = await startApp();
  auditor = await makeCaller(app, { subject: 'auditor', permissions: ['audit'] });
});
afterAll(() => app.stop());

type Event = JsonObject & { seq: number; hash: string; prev: string; action: string };

describe('reading the audit trail', () => {
  it('gives each event with the hash of the rest of it, and its predecessor', async () => {
    await makeCaller(app, { subject: 'one-more', permissions: ['read'] });
    const answer = await auditor.get('/v1/audit-events').expect(200);
    const [last, before] = (answer.body as { items: [Event, Event] }).items;
    const { hash, ...rest } = last;
    expect(digestOf(rest as JsonObject)).toBe(hash);
    expect(canonicalJson(rest as JsonObject)).toContain('"schema":1');
    expect(last.prev).toBe(before.hash);
    expect(last.seq).toBe(before.seq + 1);
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
    await adminOf(app)
      .post('/v1/api-keys')
      .send({ subject: 'x', kind: 'agent', permissions: ['read'] });
    const second = await auditor
      .get(`/v1/audit-events?limit=1&cursor=${first.body.next_cursor}`)
      .expect(200);
    expect(second.body.items[0].seq).toBe(first.body.items[0].seq - 1);
  });

  it('shows an auditor of one namespace all of it and nothing beyond', async () => {
    const admin = adminOf(app);
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
