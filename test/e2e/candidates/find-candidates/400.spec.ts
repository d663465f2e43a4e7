import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller, type TestCaller } from '../../../support/caller.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme', 'globex'],
    roles: ['operator'],
  });
});
afterAll(() => app.stop());

const ask = { tenant: 'acme', roles: ['operator'], task_type: 'support' };

describe('a candidate request that cannot be read', () => {
  it.each([
    ['an unknown member', { ...ask, color: 'red' }, '/color'],
    ['no roles', { tenant: 'acme', task_type: 'support' }, '/roles'],
    ['an empty list of roles', { ...ask, roles: [] }, '/roles'],
    ['no task type', { tenant: 'acme', roles: ['operator'] }, '/task_type'],
    ['no tenant, with a key for two', { roles: ['operator'], task_type: 'support' }, '/tenant'],
    ['every tenant', { ...ask, tenant: '*' }, '/tenant'],
    ['every role', { ...ask, roles: ['*'] }, '/roles/0'],
    ['a risk that is none', { ...ask, max_risk: 'L5' }, '/max_risk'],
    ['201 tools', { ...ask, top_k: 201 }, '/top_k'],
    ['another format', { ...ask, format: 'yaml' }, '/format'],
    ['a pin that is no range', { ...ask, pins: { 'a.b': 'newest' } }, '/pins/a.b'],
    ['a list', [], ''],
  ])('is refused with its place: %s', async (_, body, pointer) => {
    const answer = await agent.post('/v1/candidates').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'body-invalid' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('is refused without a body', async () => {
    const answer = await agent.post('/v1/candidates').expect(400);
    expect(answer.body.code).toBe('body-invalid');
  });

  it.each([
    ['an unknown parameter', 'role=operator&task_type=support&tenant=acme&color=red', '/color'],
    ['no role', 'task_type=support&tenant=acme', '/roles'],
    ['no tenant', 'role=operator&task_type=support', '/tenant'],
    ['a tenant twice', 'role=operator&task_type=support&tenant=acme&tenant=globex', '/tenant'],
    ['a number in words', 'role=operator&task_type=support&tenant=acme&top_k=ten', '/top_k'],
    ['a pin without range', 'role=operator&task_type=support&tenant=acme&pin=a.b', '/pins'],
  ])('is refused as parameters too: %s', async (_, query, pointer) => {
    const answer = await agent.get(`/v1/candidates?${query}`).expect(400);
    expect(answer.body).toMatchObject({ code: 'query-invalid' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });
});
