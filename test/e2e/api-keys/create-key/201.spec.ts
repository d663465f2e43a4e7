import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('making an API key', () => {
  const agent = {
    subject: 'support-agent',
    kind: 'agent',
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
    max_risk: 'L3',
  } as const;

  it('answers the token once, and the key knows its grant', async () => {
    const made = await adminOf(app).post('/v1/api-keys').send(agent).expect(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(made.body).toMatchObject({ ...agent, created_by: 'bootstrap', revoked_at: null });
    expect(made.body.token).toMatch(/^qm_[a-z0-9]{20}_[\w-]{43}$/);

    const read = await adminOf(app).get(`/v1/api-keys/${made.body.id}`).expect(200);
    expect(read.body).toEqual({ ...made.body, token: undefined });
  });

  it('stores neither the token nor its secret', async () => {
    const caller = await makeCaller(app, agent);
    const secret = caller.token.split('_')[2] ?? '';
    const rows = await app.database.query('SELECT * FROM api_key');
    expect(JSON.stringify(rows)).not.toContain(secret);
    const events = await app.database.query('SELECT event FROM audit_event');
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('lets the new key say who it is', async () => {
    const caller = await makeCaller(app, agent);
    const me = await caller.get('/v1/me').expect(200);
    expect(me.body).toEqual({ ...agent, key_id: caller.token.split('_')[1] });
  });

  it('writes one event, with who made it and for whom', async () => {
    await makeCaller(app, { ...agent, subject: 'audited-agent' });
    const [row] = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE event LIKE '%audited-agent%'`,
    );
    expect(JSON.parse(row?.event ?? 'null')).toMatchObject({
      action: 'api-key.created',
      actor: { subject: 'bootstrap', kind: 'person' },
      detail: { subject: 'audited-agent' },
    });
  });
});
