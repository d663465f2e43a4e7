import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { forceState, manifestOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

const ORDER = ['10.0.0', '2.0.0', '2.0.0-rc.2', '2.0.0-rc.1', '1.0.0'];

describe('listing the versions of a tool', () => {
  beforeAll(async () => {
    for (const version of [...ORDER].sort()) await register(admin, 'list.tool', version);
  });

  it('has the highest first, whole, and pages that miss nothing', async () => {
    const all = await admin.get('/v1/tools/list.tool/versions').expect(200);
    expect(all.body.items.map((item: { version: string }) => item.version)).toEqual(ORDER);
    expect(all.body.next_cursor).toBeNull();
    const one = await admin.get('/v1/tools/list.tool/versions/1.0.0').expect(200);
    expect(all.body.items.at(-1)).toEqual(one.body);

    const paged: string[] = [];
    let cursor = '';
    do {
      const query = `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await admin.get(`/v1/tools/list.tool/versions${query}`).expect(200);
      paged.push(...page.body.items.map((item: { version: string }) => item.version));
      cursor = page.body.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(ORDER);
  });

  it('shows a key for candidates only what is in force', async () => {
    await forceState(app, 'list.tool', '2.0.0', 'enabled');
    await forceState(app, 'list.tool', '1.0.0', 'deprecated');
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: ['*'],
      roles: ['*'],
    });
    const { body } = await agent.get('/v1/tools/list.tool/versions').expect(200);
    expect(body.items).toMatchObject([{ version: '2.0.0' }, { version: '1.0.0' }]);
    expect(body.items[0]).not.toHaveProperty('state');
    expect(body.items[0]).toMatchObject({ input_schema: manifestOf()['input_schema'] });
  });

  it('refuses a cursor of another list and answers 404 to an unknown tool', async () => {
    const page = await admin.get('/v1/tools/list.tool/versions?limit=1').expect(200);
    await register(admin, 'list.other').expect(201);
    const foreign = `/v1/tools/list.other/versions?cursor=${page.body.next_cursor}`;
    expect((await admin.get(foreign).expect(400)).body.code).toBe('bad-cursor');
    await admin.get('/v1/tools/list.none/versions').expect(404);
  });
});
