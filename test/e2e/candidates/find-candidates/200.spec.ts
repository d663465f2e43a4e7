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
    roles: ['operator', 'viewer'],
    max_risk: 'L4',
  });
  await offer(app, 'support.create_ticket', {
    title: 'Create ticket',
    description: 'Create an after-sales support ticket draft.',
    target: { kind: 'http', method: 'POST', url: 'https://tickets.example.com/v2/tickets' },
    policy: { allowed_roles: ['operator'], allowed_tenants: ['acme'], task_types: ['support'] },
  });
  await offerVersion(app, 'support.create_ticket', '2.0.0', {
    description: 'Create a support ticket, with a queue.',
    changes: [{ path: '', meaning: 'changed' }],
  });
  await offer(app, 'support.read_ticket', { description: 'Read one support ticket.' });
  await offer(app, 'crm.find_customer', { description: 'Find a customer by name.' });
});
afterAll(() => app.stop());

const ask = { roles: ['operator'], task_type: 'support' };

interface Answered {
  readonly tools: readonly { readonly tool_id: string }[];
}

const idsOf = (body: Answered): string[] => body.tools.map(({ tool_id: toolId }) => toolId);

const answerTo = async (more: object = {}) =>
  (
    await agent
      .post('/v1/candidates')
      .send({ ...ask, ...more })
      .expect(200)
  ).body;

describe('asking for candidates', () => {
  it('answers all of them by tool_id where there is no query', async () => {
    const body = await answerTo();
    expect(body).toMatchObject({
      total_eligible: 3,
      truncated: false,
      strategy: 'lexical',
      names: {},
    });
    expect(idsOf(body)).toEqual([
      'crm.find_customer',
      'support.create_ticket',
      'support.read_ticket',
    ]);
    expect(body).not.toHaveProperty('tokens');
    expect(body.tools[0]).not.toHaveProperty('score');
  });

  it('ranks by a query, says why, and leaves out what matches nothing', async () => {
    const body = await answerTo({ query: 'create a ticket' });
    expect(body).toMatchObject({ total_eligible: 3, strategy: 'lexical', truncated: false });
    expect(idsOf(body)).toEqual(['support.create_ticket', 'support.read_ticket']);
    expect(body.tools[0].score).toBeGreaterThan(body.tools[1].score);
    expect(body.tools[0].reasons[0]).toEqual({ field: 'name', terms: ['create', 'ticket'] });
    expect((await answerTo({ query: 'qqqqqqqq' })).tools).toEqual([]);
  });

  it('says that it was cut, with a query only where more would have matched', async () => {
    expect(await answerTo({ top_k: 2 })).toMatchObject({ total_eligible: 3, truncated: true });
    expect(await answerTo({ top_k: 3 })).toMatchObject({ truncated: false });
    expect(await answerTo({ top_k: 1, query: 'ticket' })).toMatchObject({ truncated: true });
    expect(await answerTo({ top_k: 2, query: 'ticket' })).toMatchObject({ truncated: false });
  });

  it('answers a fixed list of fields, with nothing of who may use it or where it runs', async () => {
    const body = await answerTo({ pins: { 'support.create_ticket': '^1' } });
    expect(body.tools[1]).toEqual({
      tool_id: 'support.create_ticket',
      version: '1.0.0',
      title: 'Create ticket',
      description: 'Create an after-sales support ticket draft.',
      tags: [],
      input_schema: expect.objectContaining({ type: 'object' }),
      output_schema: null,
      annotations: null,
      side_effect: false,
      idempotent: true,
      idempotency_key: null,
      confirm_arguments: [],
      timeout_ms: 1000,
      errors: [],
      risk_level: 'L0',
      requires_approval: false,
      contract_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      deprecation: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/acme|operator|tickets\.example|bootstrap|platform/);
  });

  it('answers the same bytes and ETag by GET, where roles are repeated parameters', async () => {
    const posted = await agent
      .post('/v1/candidates')
      .send({
        ...ask,
        roles: ['operator', 'viewer'],
        query: 'ticket',
        pins: { 'support.create_ticket': '^1' },
      })
      .expect(200);
    const got = await agent
      .get('/v1/candidates')
      .query({
        role: ['operator', 'viewer'],
        task_type: 'support',
        query: 'ticket',
        pin: 'support.create_ticket@^1',
      })
      .expect(200);
    expect(got.text).toBe(posted.text);
    expect(posted.headers['etag']).toMatch(/^"[\w-]{27}"$/);
    expect(got.headers['etag']).toBe(posted.headers['etag']);
    expect(got.headers['content-type']).toMatch(/^application\/json/);
  });
});
