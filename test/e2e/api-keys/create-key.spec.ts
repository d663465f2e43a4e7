import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, secretOf, type TestCaller } from '../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

const idOf = ({ token }: TestCaller): string => token.split('_')[1] ?? '';

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

    const read = await adminOf(app).get(String(made.headers['location'])).expect(200);
    expect(read.body).toEqual({ ...made.body, token: undefined });
  });

  it('stores neither the token nor its secret', async () => {
    const caller = await makeCaller(app, agent);
    const secret = secretOf(caller.token);
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

  it('writes one event, with who made it, for whom and what it was granted', async () => {
    const caller = await makeCaller(app, { ...agent, subject: 'audited-agent' });
    const [row] = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE event LIKE '%audited-agent%'`,
    );
    expect(JSON.parse(row?.event ?? 'null')).toMatchObject({
      action: 'api-key.created',
      actor: { subject: 'bootstrap', kind: 'person' },
      detail: { ...agent, subject: 'audited-agent', key_id: idOf(caller) },
    });
  });
});

describe('a key that cannot be read', () => {
  const valid = { subject: 'ci', kind: 'pipeline', permissions: ['read'] };
  const cases: [string, object, object][] = [
    ['an unknown member', { ...valid, role: 'x' }, { pointer: '/role', code: 'unknown-field' }],
    [
      'an unknown permission',
      { ...valid, permissions: ['root'] },
      { pointer: '/permissions/0', code: 'not-in-list' },
    ],
    [
      'no subject',
      { ...valid, subject: undefined },
      { pointer: '/subject', code: 'missing-field' },
    ],
    ['white space around the subject', { ...valid, subject: 'ci ' }, { pointer: '/subject' }],
    ['no permission at all', { ...valid, permissions: [] }, { pointer: '/permissions' }],
    [
      'a day that no calendar has',
      { ...valid, expires_at: '2027-02-30T00:00:00Z' },
      { pointer: '/expires_at', code: 'malformed' },
    ],
  ];

  it.each(cases)('is refused with its place: %s', async (_, body, error) => {
    const answer = await adminOf(app).post('/v1/api-keys').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'body-invalid', errors: [error] });
  });

  it('is refused when a member is called __proto__', async () => {
    const answer = await adminOf(app)
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send('{"subject": "ci", "kind": "pipeline", "permissions": ["read"], "__proto__": {}}')
      .expect(400);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/__proto__' }] });
  });
});

describe('making a key without the right to', () => {
  it('is refused to everybody but an admin', async () => {
    const reviewer = await makeCaller(app, { permissions: ['review', 'read', 'audit'] });
    const answer = await reviewer
      .post('/v1/api-keys')
      .send({ subject: 'x', kind: 'agent', permissions: ['admin'] })
      .expect(403);
    expect(answer.body).toMatchObject({ code: 'permission-missing' });
  });

  it('is refused before the body is looked at', async () => {
    const reader = await makeCaller(app, { permissions: ['read'] });
    await reader
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send('{ not json')
      .expect(403);
  });

  it('is refused to an admin of one namespace for a key of all', async () => {
    const narrow = await makeCaller(app, { permissions: ['admin'], namespaces: ['support'] });
    const answer = await narrow
      .post('/v1/api-keys')
      .send({ subject: 'x', kind: 'person', permissions: ['read'] })
      .expect(403);
    expect(answer.body).toMatchObject({
      code: 'beyond-grant',
      errors: [{ pointer: '/namespaces' }],
    });
  });
});

describe('a key whose grant breaks a rule', () => {
  const valid = { subject: 'agent', kind: 'agent', permissions: ['candidates'] };

  it.each([
    ['`*` beside names', { ...valid, roles: ['*', 'operator'] }, '/roles'],
    ['an end in the past', { ...valid, expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['the name of the first admin', { ...valid, subject: 'bootstrap' }, '/subject'],
    ['the name of a rule', { ...valid, subject: 'Rule:auto-approve' }, '/subject'],
    ['a name that only looks like another', { ...valid, subject: 'al\u0456ce' }, '/subject'],
    ['a character that nobody sees', { ...valid, subject: 'ali\u200bce' }, '/subject'],
    ['a malformed namespace', { ...valid, namespaces: ['a.b'] }, '/namespaces/0'],
  ])('is refused with its place: %s', async (_, body, pointer) => {
    const answer = await adminOf(app).post('/v1/api-keys').send(body).expect(422);
    expect(answer.body).toMatchObject({ code: 'grant-invalid', errors: [{ pointer }] });
  });
});
