import request from 'supertest';
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app.js';
import {
  adminOf,
  callerWith,
  makeCaller,
  secretOf,
  type TestCaller,
} from '../../support/caller.js';

let app: TestApp;
let narrow: TestCaller;
let own: string;
let foreign: readonly string[];

const idOf = ({ token }: TestCaller): string => token.split('_')[1] ?? '';

beforeAll(async () => {
  app = await startApp();
  narrow = await makeCaller(app, {
    subject: 'narrow',
    permissions: ['admin'],
    namespaces: ['support'],
    tenants: ['acme'],
  });
  own = idOf(await makeCaller(app, { permissions: ['read'], namespaces: ['support'] }));
  const beyond = [
    { permissions: ['read'], namespaces: ['crm'] },
    { permissions: ['read'] },
    { permissions: ['candidates'], namespaces: ['support'], tenants: ['globex'], roles: ['x'] },
  ];
  const keys: string[] = [];
  for (const grant of beyond) keys.push(idOf(await makeCaller(app, grant)));
  foreign = keys;
});
afterAll(() => app.stop());

describe('a caller that is not known', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic YTpi'],
    ['no token', 'Bearer '],
    ['another form', 'Bearer qm_admin'],
    ['an unknown id', `Bearer qm_nobody_${'a'.repeat(32)}`],
    ['a known id with another secret', `Bearer ${ADMIN_TOKEN}a`],
  ])('is told so in one way: %s', async (_, header) => {
    const asked = request(app.server).get('/v1/me');
    const answer = await (header === undefined ? asked : asked.set('authorization', header));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });
  });

  it('is refused before an unknown member or a bad tool_id is', async () => {
    await request(app.server).put('/v1/tools/..%2Fx/versions/1.0.0').send('{').expect(401);
  });

  it('is refused once the key has expired', async () => {
    const caller = await makeCaller(app, {
      permissions: ['read'],
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await caller.get('/v1/me').expect(200);
    await app.database.query(
      `UPDATE api_key SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`,
    );
    await caller.get('/v1/me').expect(401);
  });
});

interface Page {
  items: { id: string }[];
  next_cursor: string | null;
}

const readAll = async (path: string, between: () => Promise<unknown>): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const suffix: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await adminOf(app).get(`${path}&limit=2${suffix}`).expect(200);
    const page = answer.body as Page;
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
    await between();
  }
  return ids;
};

describe('listing keys', () => {
  it('shows each key once over all pages, whatever is inserted meanwhile', async () => {
    for (let made = 0; made < 5; made += 1) {
      await makeCaller(app, { subject: 'pager', permissions: ['read'] });
    }
    const other = () => makeCaller(app, { subject: 'other', permissions: ['read'] });
    const ids = await readAll('/v1/api-keys?subject=pager', other);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
  });

  it('refuses a cursor of another filter', async () => {
    const first = await adminOf(app).get('/v1/api-keys?subject=pager&limit=1').expect(200);
    const cursor = (first.body as Page).next_cursor;
    const answer = await adminOf(app).get(`/v1/api-keys?limit=1&cursor=${cursor}`).expect(400);
    expect(answer.body).toMatchObject({ code: 'bad-cursor' });
  });
});

describe('revoking a key', () => {
  it('takes effect with the answer, and once', async () => {
    const caller = await makeCaller(app, { permissions: ['read'] });
    const id = idOf(caller);
    await caller.get('/v1/me').expect(200);
    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const answer = await caller.get('/v1/me').expect(401);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });

    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const events = await app.database.query(
      `SELECT seq FROM audit_event WHERE action = 'api-key.revoked'`,
    );
    expect(events).toHaveLength(1);
  });

  it('leaves the key in the list, as revoked', async () => {
    const caller = await makeCaller(app, { permissions: ['read'] });
    const id = idOf(caller);
    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const key = await adminOf(app).get(`/v1/api-keys/${id}`).expect(200);
    expect(Date.parse(key.body.revoked_at)).not.toBeNaN();
  });
});

describe('an admin of one namespace', () => {
  it('lists the keys it could have made and no others, over all pages', async () => {
    const ids: string[] = [];
    let query = '';
    for (;;) {
      const page = await narrow.get(`/v1/api-keys?limit=1${query}`).expect(200);
      ids.push(...(page.body.items as { id: string }[]).map(({ id }) => id));
      if (page.body.next_cursor === null) break;
      query = `&cursor=${page.body.next_cursor}`;
    }
    expect(ids).toEqual([own, idOf(narrow)].sort());
  });

  it('is refused the cursor of somebody who may see more', async () => {
    const first = await adminOf(app).get('/v1/api-keys?limit=1').expect(200);
    const query = `limit=1&cursor=${first.body.next_cursor}`;
    await narrow.get(`/v1/api-keys?${query}`).expect(400);
  });

  it('cannot tell a key beyond its own grant from none at all', async () => {
    const withoutIds = (answer: { body: object }) => ({ ...answer.body, instance: '' });
    const missing = await narrow.get('/v1/api-keys/none').expect(404);
    for (const id of foreign) {
      for (const method of ['get', 'delete'] as const) {
        const answer = await narrow[method](`/v1/api-keys/${id}`).expect(404);
        expect(withoutIds(answer)).toEqual(withoutIds(missing));
      }
      const key = await adminOf(app).get(`/v1/api-keys/${id}`).expect(200);
      expect(key.body.revoked_at).toBeNull();
    }
  });

  it('reads and revokes its own', async () => {
    await narrow.get(`/v1/api-keys/${own}`).expect(200);
    await narrow.delete(`/v1/api-keys/${own}`).expect(204);
  });
});

describe('rotating a key', () => {
  const agent = {
    subject: 'rotated-agent',
    kind: 'agent',
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
  } as const;
  const rotate = (id: string, body: object) =>
    adminOf(app).post(`/v1/api-keys/${id}/rotation`).send(body);

  it('gives a key of the same grant, and both are taken while they overlap', async () => {
    const former = await makeCaller(app, agent);
    const answer = await rotate(idOf(former), { overlap_s: 3_600 }).expect(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({ ...agent, replaces: { id: idOf(former) } });
    const next = callerWith(app, answer.body.token);
    const me = { ...agent, key_id: answer.body.id };
    expect((await next.get('/v1/me').expect(200)).body).toEqual(me);
    await former.get('/v1/me').expect(200);
    const ends = Date.parse(answer.body.replaces.expires_at) - Date.now();
    expect(ends > 3_400_000 && ends <= 3_600_000).toBe(true);

    await app.database.query(
      `UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [idOf(former)],
    );
    await former.get('/v1/me').expect(401);
    await next.get('/v1/me').expect(200);
    const again = await rotate(idOf(former), {}).expect(409);
    expect(again.body).toMatchObject({ code: 'key-over' });
  });

  it('ends the former at once without an overlap, never later than it would have', async () => {
    const former = await makeCaller(app, agent);
    await rotate(idOf(former), { overlap_s: 0 }).expect(201);
    await former.get('/v1/me').expect(401);
    const expires = new Date(Date.now() + 60_000).toISOString();
    const ending = await makeCaller(app, { ...agent, expires_at: expires });
    const answer = await rotate(idOf(ending), {}).expect(201);
    expect(answer.body).toMatchObject({ expires_at: expires, replaces: { expires_at: expires } });
  });

  it('writes one event with both keys, and no secret', async () => {
    const former = await makeCaller(app, { ...agent, subject: 'audited-rotation' });
    const answer = await rotate(idOf(former), {}).expect(201);
    const rows = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE action = 'api-key.rotated' AND event LIKE '%audited-rot%'`,
    );
    expect(rows).toHaveLength(1);
    const [event] = rows.map((row) => JSON.parse(row.event) as { detail: object });
    expect(event?.detail).toMatchObject({ key_id: answer.body.id, replaces: { id: idOf(former) } });
    expect(JSON.stringify(rows)).not.toContain(secretOf(String(answer.body.token)));
  });

  it('is refused where the key may not be known, and with an end in the past', async () => {
    const [id = ''] = foreign;
    await narrow.post(`/v1/api-keys/${id}/rotation`).send({}).expect(404);
    const caller = await makeCaller(app, agent);
    await rotate(idOf(caller), { expires_at: '2020-01-01T00:00:00Z' }).expect(422);
    await rotate(idOf(caller), { overlap_s: -1 }).expect(400);
  });
});
