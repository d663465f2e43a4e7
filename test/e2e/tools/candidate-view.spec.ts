import { startApp, type TestApp } from '../../support/app.js';
import { makeAgent, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, forceState, OPEN_POLICY, register } from '../../support/catalog.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  const publisher = await makeCaller(app, { permissions: ['publish'], namespaces: ['*'] });
  const enable = async (toolId: string, policy: object) => {
    const manifest = firstManifestOf({
      policy: { ...OPEN_POLICY, ...policy },
      owner: 'secret-team',
    });
    await register(publisher, toolId, '1.0.0', manifest).expect(201);
    await forceState(app, toolId, '1.0.0', 'enabled');
  };
  await enable('support.find', {});
  await enable('support.rolled', { allowed_roles: ['admin'] });
  await enable('support.foreign', { allowed_tenants: ['globex'] });
  await enable('support.risky', { risk_level: 'L2', allowed_roles: ['operator'] });
  await register(publisher, 'support.draft').expect(201);
  agent = await makeAgent(app, { max_risk: 'L1' });
});
afterAll(() => app.stop());

describe('list and get for a caller that holds only candidates', () => {
  it('show what some request of its own could be answered with, and nothing else', async () => {
    const list = await agent.get('/v1/tools').expect(200);
    expect(list.body).toMatchObject({ items: [{ tool_id: 'support.find', version: '1.0.0' }] });
    expect(list.body.items).toHaveLength(1);
    const tool = await agent.get('/v1/tools/support.find').expect(200);
    expect(tool.body).toEqual(list.body.items[0]);
    for (const hidden of ['owner', 'policy', 'versions', 'target', 'created_by']) {
      expect(tool.body).not.toHaveProperty(hidden);
    }
  });

  it('answer what may not be known byte for byte as what does not exist', async () => {
    const answer = async (toolId: string) => {
      const { status, body } = await agent
        .get(`/v1/tools/${toolId}`)
        .set('x-request-id', 'same-for-all');
      return { status, body: body as object };
    };
    const unknown = await answer('support.nothing');
    expect(unknown.status).toBe(404);
    for (const hidden of ['rolled', 'foreign', 'risky', 'draft']) {
      expect(await answer(`support.${hidden}`)).toEqual(unknown);
    }
  });

  it('do not tell owners or states by a filter', async () => {
    await agent.get('/v1/tools?owner=secret-team').expect(403);
    await agent.get('/v1/tools?state=draft').expect(403);
  });
});
