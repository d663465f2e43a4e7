import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
let auditor: TestCaller;
beforeAll(async () => {
  app = await startApp();
  auditor = await makeCaller(app, { permissions: ['audit'] });
  await offer(app, 'a.candidate');
  await offer(app, 'b.draft', { state: 'draft' });
  await offer(app, 'c.suspended');
  await offer(app, 'd.role', { policy: { allowed_roles: ['admin'], allowed_tenants: ['globex'] } });
  await offer(app, 'e.tenant', { policy: { allowed_tenants: ['globex'], task_types: ['sales'] } });
  await offer(app, 'f.task', { policy: { task_types: ['sales'] } });
  await offer(app, 'g.risk', {
    policy: { risk_level: 'L4', requires_approval: true, allowed_roles: ['operator'] },
  });
  await adminOf(app)
    .put('/v1/namespaces/c/suspension')
    .send({ suspended: true, reason: 'A test.' })
    .expect(200);
});
afterAll(() => app.stop());

const caller = { tenant: 'acme', roles: ['operator'], task_type: 'support', max_risk: 'L3' };

describe('explaining candidates', () => {
  it('names for every tool the first stage that removed it, about whatever caller', async () => {
    const { body } = await auditor.post('/v1/candidates/explain').send(caller).expect(200);
    expect(body).toEqual({
      stages: [
        { stage: 'servable', left: 5 },
        { stage: 'role', left: 4 },
        { stage: 'tenant', left: 3 },
        { stage: 'task_type', left: 2 },
        { stage: 'risk', left: 1 },
      ],
      tools: [
        { tool_id: 'a.candidate', removed_by: null, why: 'a candidate' },
        { tool_id: 'b.draft', removed_by: 'servable', why: 'no version is served to this caller' },
        {
          tool_id: 'c.suspended',
          removed_by: 'servable',
          why: 'the tool or its namespace is suspended',
        },
        { tool_id: 'd.role', removed_by: 'role', why: 'allowed_roles holds none of operator' },
        { tool_id: 'e.tenant', removed_by: 'tenant', why: 'allowed_tenants does not hold acme' },
        { tool_id: 'f.task', removed_by: 'task_type', why: 'task_types does not hold support' },
        { tool_id: 'g.risk', removed_by: 'risk', why: 'L4 is above L3' },
      ],
    });
  });

  it('keeps to the namespaces that the key of the auditor states', async () => {
    const narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['a', 'g'] });
    const { body } = await narrow.post('/v1/candidates/explain').send(caller).expect(200);
    expect(body.tools.map(({ tool_id: id }: { readonly tool_id: string }) => id)).toEqual([
      'a.candidate',
      'g.risk',
    ]);
  });
});
