import request from 'supertest';
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';

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
