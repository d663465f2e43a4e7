import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

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
