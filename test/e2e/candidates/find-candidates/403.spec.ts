import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
    max_risk: 'L3',
  });
});
afterAll(() => app.stop());

const ask = { tenant: 'acme', roles: ['operator'], task_type: 'support' };

describe('a candidate request that is not allowed', () => {
  it.each([
    ['another tenant', { tenant: 'globex' }, '/tenant'],
    ['one role too many', { roles: ['operator', 'admin'] }, '/roles/1'],
    ['a risk above the ceiling', { max_risk: 'L4' }, '/max_risk'],
  ])('is refused as a whole, never clipped: %s', async (_, more, pointer) => {
    const answer = await agent
      .post('/v1/candidates')
      .send({ ...ask, ...more })
      .expect(403);
    expect(answer.body).toMatchObject({ code: 'beyond-grant', errors: [{ pointer }] });
    const { roles, ...rest } = { ...ask, ...more };
    const got = await agent
      .get('/v1/candidates')
      .query({ ...rest, role: roles })
      .expect(403);
    expect(got.body).toMatchObject({ code: 'beyond-grant', errors: [{ pointer }] });
  });

  it('needs the permission, before anything is looked at', async () => {
    const reader = await makeCaller(app, { permissions: ['read', 'publish'], namespaces: ['*'] });
    const answer = await reader.post('/v1/candidates').send({ not: 'read' }).expect(403);
    expect(answer.body.code).toBe('permission-missing');
  });

  it('admits nobody by a key whose tenants were left out', async () => {
    const nobody = await makeCaller(app, {
      subject: 'nobody',
      permissions: ['read', 'audit'],
    });
    await nobody.post('/v1/candidates').send(ask).expect(403);
  });
});

describe('a caller of everything', () => {
  it('asks for any tenant and role, and for L4 only in so many words', async () => {
    await offer(app, 'payments.refund', {
      policy: {
        risk_level: 'L4',
        requires_approval: true,
        allowed_roles: ['operator'],
      },
    });
    const admin = adminOf(app);
    const without = await admin.post('/v1/candidates').send(ask).expect(200);
    expect(without.body.total_eligible).toBe(0);
    const stated = await admin
      .post('/v1/candidates')
      .send({ ...ask, tenant: 'globex', max_risk: 'L4' })
      .expect(200);
    expect(stated.body.tools).toMatchObject([{ tool_id: 'payments.refund', risk_level: 'L4' }]);
  });
});
