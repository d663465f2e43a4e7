import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator', 'viewer'],
    max_risk: 'L4',
  });
  await offer(app, 'support.create_ticket', {
    title: 'Create ticket',
    description: 'Create an after-sales support ticket draft.',
    target: { kind: 'http', method: 'POST', url: 'https://tickets.example.com/v2/tickets' },
    policy: { allowed_roles: ['operator'], allowed_tenants: ['acme'], task_types: ['support'] },
  });
  await offer(app, 'support.read_ticket', { description: 'Read one support ticket.' });
  await offer(app, 'crm.find_customer', { description: 'Find a customer by name.' });
});
afterAll(() => app.stop());

const ask = { roles: ['operator'], task_type: 'support' };

describe('asking for candidates', () => {
  it('answers all of them by tool_id where there is no query', async () => {
    const answer = await agent.post('/v1/candidates').send(ask).expect(200);
    expect(answer.body).toMatchObject({
      total_eligible: 3,
      truncated: false,
      strategy: 'none',
      names: {},
    });
    expect(idsOf(answer.body)).toEqual([
      'crm.find_customer',
      'support.create_ticket',
      'support.read_ticket',
    ]);
  });

  it('ranks by a query, with score and reasons, and leaves out what matches nothing', async () => {
    const answer = await agent
      .post('/v1/candidates')
      .send({ ...ask, query: 'create a ticket' })
      .expect(200);
    expect(answer.body).toMatchObject({ total_eligible: 3, strategy: 'lexical' });
    expect(idsOf(answer.body)[0]).toBe('support.create_ticket');
    expect(answer.body.tools[0].score).toBeGreaterThan(0);
    expect(answer.body.tools[0].reasons[0]).toEqual({ field: 'name', terms: ['create', 'ticket'] });
  });
});

const idsOf = (body: { readonly tools: readonly { readonly tool_id: string }[] }): string[] =>
  body.tools.map(({ tool_id: toolId }) => toolId);
