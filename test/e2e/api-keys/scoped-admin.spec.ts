import { startApp, type TestApp } from '../../support/app.js';
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
