import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeAgent, type TestCaller } from '../../support/caller.js';
import {
  BECAUSE,
  bring,
  EVIDENCE,
  eventsOf,
  makeCrew,
  step,
  versionPath,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
  agent = await makeAgent(app);
});
afterAll(() => app.stop());

const NAMESPACE = '/v1/namespaces/support/suspension';
const switchOf = (toolId: string) => `/v1/tools/${toolId}/suspension`;
const ON = { suspended: true, ...BECAUSE };
const OFF = { suspended: false, ...BECAUSE };

/** What an agent is shown of a tool, by every way there is. */
const seenAs = async (toolId: string): Promise<boolean[]> => {
  const ask = { roles: ['operator'], task_type: 'support' };
  const asked = await agent.post('/v1/candidates').send(ask).expect(200);
  const listed = await agent.get('/v1/tools').expect(200);
  const got = await agent.get(`/v1/tools/${toolId}`);
  const version = await agent.get(versionPath(toolId));
  const has = (items: { tool_id: string }[]) => items.some((one) => one.tool_id === toolId);
  return [
    has(asked.body.tools),
    has(listed.body.items),
    got.status === 200,
    version.status === 200,
  ];
};

const EVERYWHERE = [true, true, true, true];
const NOWHERE = [false, false, false, false];

describe('a suspended tool', () => {
  it('is gone for agents at once by every way, and back with the lifting', async () => {
    await bring(crew, 'support.leaks', 'enabled');
    expect(await seenAs('support.leaks')).toEqual(EVERYWHERE);
    await crew.publisher.put(switchOf('support.leaks')).send(ON).expect(200);
    expect(await seenAs('support.leaks')).toEqual(NOWHERE);
    await crew.publisher.put(switchOf('support.leaks')).send(OFF).expect(200);
    expect(await seenAs('support.leaks')).toEqual(EVERYWHERE);
  });

  it('goes on with its lifecycle, unseen until it is lifted', async () => {
    await bring(crew, 'support.waits', 'staging');
    await crew.publisher.put(switchOf('support.waits')).send(ON).expect(200);
    await step(crew.reviewer, 'support.waits', 'enabled', EVIDENCE).expect(200);
    expect(await seenAs('support.waits')).toEqual(NOWHERE);
    await crew.admin.put(switchOf('support.waits')).send(OFF).expect(200);
    expect(await seenAs('support.waits')).toEqual(EVERYWHERE);
  });

  it('is an admin’s once an admin suspends it too', async () => {
    await bring(crew, 'support.taken', 'enabled');
    await crew.publisher.put(switchOf('support.taken')).send(ON).expect(200);
    const taken = { suspended: true, reason: 'an incident' };
    const { body } = await crew.admin.put(switchOf('support.taken')).send(taken).expect(200);
    expect(body).toMatchObject({ reason: 'an incident', by: 'eve' });
    const refused = await crew.publisher.put(switchOf('support.taken')).send(OFF).expect(403);
    expect(refused.body.code).toBe('suspended-by-admin');
    // Suspending again is no way to take it back.
    await crew.publisher.put(switchOf('support.taken')).send(ON).expect(200);
    await crew.publisher.put(switchOf('support.taken')).send(OFF).expect(403);
    await crew.admin.put(switchOf('support.taken')).send(OFF).expect(200);
    const events = (await eventsOf(app, 'support.taken')).slice(-3);
    expect(events.map(({ action }) => action)).toEqual([
      'tool.suspended',
      'tool.suspended',
      'tool.unsuspended',
    ]);
  });

  it('is not for a reviewer to suspend', async () => {
    const refused = await crew.reviewer.put(switchOf('support.leaks')).send(ON).expect(403);
    expect(refused.body.code).toBe('permission-missing');
  });
});

describe('a suspended namespace', () => {
  it('hides what is in it and what is released into it, and no other one', async () => {
    await bring(crew, 'support.inside', 'enabled');
    await bring(crew, 'support.later', 'staging');
    await bring({ ...crew, publisher: adminOf(app) }, 'crm.outside', 'enabled');
    const { body } = await crew.publisher.put(NAMESPACE).send(ON).expect(200);
    expect(body).toMatchObject({ suspended: true, reason: 'because', by: 'ann' });
    expect(await seenAs('support.inside')).toEqual(NOWHERE);
    expect(await seenAs('crm.outside')).toEqual(EVERYWHERE);
    await step(crew.reviewer, 'support.later', 'enabled', EVIDENCE).expect(200);
    expect(await seenAs('support.later')).toEqual(NOWHERE);
    // The switch of a tool does not reach past that of its namespace.
    await crew.admin.put(switchOf('support.inside')).send(OFF).expect(200);
    expect(await seenAs('support.inside')).toEqual(NOWHERE);

    await crew.publisher.put(NAMESPACE).send(OFF).expect(200);
    expect(await seenAs('support.inside')).toEqual(EVERYWHERE);
    expect(await seenAs('support.later')).toEqual(EVERYWHERE);
  });

  it('is an admin’s where an admin suspended it', async () => {
    await crew.admin.put(NAMESPACE).send(ON).expect(200);
    await crew.publisher.put(NAMESPACE).send(OFF).expect(403);
    await crew.admin.put(NAMESPACE).send(OFF).expect(200);
    await crew.admin.put('/v1/namespaces/none/suspension').send(ON).expect(404);
    await crew.publisher.put('/v1/namespaces/crm/suspension').send(ON).expect(403);
    const [last] = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE action = 'namespace.unsuspended' ORDER BY seq DESC`,
    );
    expect(JSON.parse(last?.event ?? '{}')).toMatchObject({
      actor: { subject: 'eve' },
      reason: 'because',
      detail: { namespace: 'support' },
    });
  });
});
