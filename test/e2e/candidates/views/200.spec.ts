import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer, offerVersion } from '../../../support/offers.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
  });
  await offer(app, 'support.create_ticket', { tags: ['ticket'], title: 'Create ticket' });
  await offerVersion(app, 'support.create_ticket', '2.0.0', {
    state: 'draft',
    tags: ['secret'],
    description: 'A plan that nobody has seen.',
    changes: [{ path: '', meaning: 'changed' }],
  });
  await offer(app, 'support.close_ticket', { state: 'deprecated', tags: ['ticket'] });
  await offer(app, 'crm.find_customer', {
    policy: { risk_level: 'L2', allowed_roles: ['operator'] },
  });
  await offer(app, 'crm.preview', { version: '1.0.0-rc.1' });
});
afterAll(() => app.stop());

const listed = async (query = ''): Promise<string[]> => {
  const answer = await agent.get(`/v1/tools${query}`).expect(200);
  return answer.body.items.map(({ tool_id: id }: { readonly tool_id: string }) => id);
};

describe('list and get of a key that holds only `candidates`', () => {
  it('list what some request of the key could be served, in the native form', async () => {
    expect(await listed()).toEqual([
      'crm.find_customer',
      'crm.preview',
      'support.close_ticket',
      'support.create_ticket',
    ]);
    const { body } = await agent.get('/v1/tools?limit=1').expect(200);
    const asked = await agent
      .post('/v1/candidates')
      .send({ roles: ['operator'], task_type: 'x' })
      .expect(200);
    expect(body.items[0]).toEqual(asked.body.tools[0]);
  });

  it('page through all of them, whatever the size of a page', async () => {
    const seen: string[] = [];
    let path = '/v1/tools?limit=1';
    for (let page = 0; page < 4; page += 1) {
      const { body } = await agent.get(path).expect(200);
      seen.push(body.items[0].tool_id);
      path = `/v1/tools?limit=1&cursor=${body.next_cursor}`;
      expect(body.next_cursor === null).toBe(page === 3);
    }
    expect(seen).toEqual(await listed());
  });

  it('filter by what is shown, and not by drafts', async () => {
    expect(await listed('?namespace=crm')).toEqual(['crm.find_customer', 'crm.preview']);
    expect(await listed('?tag=ticket')).toEqual(['support.close_ticket', 'support.create_ticket']);
    expect(await listed('?risk_level=L2')).toEqual(['crm.find_customer']);
    expect(await listed('?q=CREATE')).toEqual(['support.create_ticket']);
    expect(await listed('?tag=secret')).toEqual([]);
    expect(await listed('?q=nobody')).toEqual([]);
  });

  it('get a tool as the version that is served, and any version in force', async () => {
    const { body } = await agent.get('/v1/tools/support.create_ticket').expect(200);
    expect(body).toMatchObject({ version: '1.0.0', title: 'Create ticket' });
    for (const version of ['1.0.0', '1.0.0+build', 'latest']) {
      const path = `/v1/tools/support.create_ticket/versions/${encodeURIComponent(version)}`;
      expect((await agent.get(path).expect(200)).body).toEqual(body);
    }
    await agent.get('/v1/tools/support.create_ticket/versions/2.0.0').expect(404);
    const preview = await agent.get('/v1/tools/crm.preview').expect(200);
    expect(preview.body.version).toBe('1.0.0-rc.1');
    await agent.get('/v1/tools/crm.preview/versions/latest').expect(404);
  });
});
