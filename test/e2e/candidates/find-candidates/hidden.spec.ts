import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  agent = await makeCaller(app, {
    permissions: ['candidates'],
    namespaces: ['support', 'crm'],
    tenants: ['acme'],
    roles: ['operator', 'viewer'],
    max_risk: 'L3',
  });
  await offer(app, 'support.create_ticket', { description: 'Create a support ticket.' });
  await offer(app, 'support.close_ticket', { description: 'Close a support ticket.' });
  await offer(app, 'crm.find_customer', { description: 'Find the customer of a ticket.' });
});
afterAll(() => app.stop());

/** All that this caller can be told in these ways, as the bytes that were sent. */
const everythingTold = async (): Promise<string[]> => {
  const ask = { roles: ['operator'], task_type: 'support' };
  const asked = [
    {},
    { max_risk: 'L3' },
    { query: 'create a ticket' },
    { query: 'ticket', top_k: 1 },
    { query: 'tikcet cstomer', max_risk: 'L3' },
    { top_k: 2, format: 'openai' },
    { query: 'ticket', max_tokens: 100 },
  ];
  const answers: string[] = [];
  for (const more of asked) {
    const answer = await agent
      .post('/v1/candidates')
      .send({ ...ask, ...more })
      .expect(200);
    answers.push(answer.text);
  }
  for (const path of ['/v1/tools', '/v1/tools?limit=2', '/v1/tools?q=ticket&limit=1']) {
    answers.push((await agent.get(path).expect(200)).text);
  }
  return answers;
};

const HIDDEN = { description: 'Create a ticket for every customer of the tikcet office.' };

const suspend = (path: string, suspended: boolean) =>
  adminOf(app).put(`${path}/suspension`).send({ suspended, reason: 'A test.' }).expect(200);

describe('what a caller may not know', () => {
  it('changes no byte of any answer: neither counts, nor scores, nor cursors', async () => {
    const before = await everythingTold();
    await offer(app, 'support.of_another_tenant', {
      ...HIDDEN,
      policy: { allowed_tenants: ['globex'] },
    });
    await offer(app, 'support.of_another_role', {
      ...HIDDEN,
      policy: { allowed_roles: ['admin'] },
    });
    await offer(app, 'support.too_risky', {
      ...HIDDEN,
      policy: { risk_level: 'L4', requires_approval: true, allowed_roles: ['operator'] },
    });
    await offer(app, 'support.of_nobody', { ...HIDDEN, policy: { allowed_roles: [] } });
    await offer(app, 'billing.of_another_namespace', HIDDEN);
    await offer(app, 'support.a_draft', { ...HIDDEN, state: 'draft' });
    await offer(app, 'support.switched_off', HIDDEN);
    await suspend('/v1/tools/support.switched_off', true);
    expect(await everythingTold()).toEqual(before);
  });

  it('is answered as what does not exist, by the same bytes', async () => {
    const bytesOf = async (path: string) => {
      const answer = await agent.get(path).set('x-request-id', 'same').expect(404);
      const headers = Object.entries(answer.headers).filter(([name]) => name !== 'date');
      return { text: answer.text, headers };
    };
    const unknown = await bytesOf('/v1/tools/support.unknown');
    for (const toolId of [
      'support.of_another_tenant',
      'support.of_another_role',
      'support.too_risky',
      'support.a_draft',
      'support.switched_off',
      'billing.of_another_namespace',
      'billing.unknown',
    ]) {
      expect(await bytesOf(`/v1/tools/${toolId}`)).toEqual(unknown);
      expect(await bytesOf(`/v1/tools/${toolId}/versions/1.0.0`)).toEqual(unknown);
      expect(await bytesOf(`/v1/tools/${toolId}/versions/latest`)).toEqual(unknown);
    }
    expect(await bytesOf('/v1/tools/support.create_ticket/versions/9.9.9')).toEqual(unknown);
  });

  it('is a tool at the next request after its switch was thrown, and its namespace likewise', async () => {
    const before = await everythingTold();
    for (const path of ['/v1/tools/support.create_ticket', '/v1/namespaces/support']) {
      await suspend(path, true);
      const told = (await everythingTold()).join();
      expect(told).not.toContain('support.create_ticket');
      expect(told).toContain('crm.find_customer');
      expect(told.includes('support.close_ticket')).toBe(path.startsWith('/v1/tools'));
      await suspend(path, false);
      expect(await everythingTold()).toEqual(before);
    }
  });

  it('is not shown again to a repeated request, whatever its Idempotency-Key', async () => {
    const ask = () =>
      agent
        .post('/v1/candidates')
        .set('idempotency-key', 'once')
        .send({ roles: ['operator'], task_type: 'support' })
        .expect(200);
    expect((await ask()).text).toContain('support.create_ticket');
    await suspend('/v1/tools/support.create_ticket', true);
    expect((await ask()).text).not.toContain('support.create_ticket');
    await suspend('/v1/tools/support.create_ticket', false);
  });
});
