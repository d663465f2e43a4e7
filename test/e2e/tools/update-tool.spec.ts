import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, register } from '../../support/catalog.js';
import { eventsOf } from '../../support/lifecycle.js';

let app: TestApp;
let publisher: TestCaller;
let reviewer: TestCaller;
beforeAll(async () => {
  app = await startApp();
  publisher = await makeCaller(app, { permissions: ['publish'], namespaces: ['support'] });
  reviewer = await makeCaller(app, { permissions: ['review', 'read'] });
  const manifest = firstManifestOf({ proposed: ['/timeout_ms'] });
  await register(publisher, 'support.find', '1.0.0', manifest).expect(201);
});
afterAll(() => app.stop());

const TOOL = '/v1/tools/support.find';

describe('changing a tool', () => {
  it('takes owner, examples, aliases and note, and keeps each revision', async () => {
    const change = { aliases: ['新建工单'], note: 'Read only.' };
    const answer = await publisher.patch(TOOL).send(change).expect(200);
    expect(answer.body.presentation).toEqual({ owner: 'platform', example_queries: [], ...change });
    await publisher.patch(TOOL).send({ note: null }).expect(200);
    const revisions = await app.database.query(
      'SELECT presentation_version, note FROM presentation_revision ORDER BY 1',
    );
    expect(revisions).toEqual([
      { presentation_version: 1, note: null },
      { presentation_version: 2, note: 'Read only.' },
      { presentation_version: 3, note: null },
    ]);
  });

  it('writes nothing where nothing changes', async () => {
    const count = () => app.database.query('SELECT 1 FROM audit_event');
    const before = (await count()).length;
    await publisher.patch(TOOL).send({ owner: 'platform' }).expect(200);
    expect(await count()).toHaveLength(before);
  });

  it('lets a reviewer confirm what a converter guessed, and no publisher', async () => {
    const refused = await publisher.patch(TOOL).send({ proposed: [] }).expect(403);
    expect(refused.body).toMatchObject({ code: 'permission-missing' });
    const shown = await reviewer.get(TOOL).expect(200);
    const confirmed = await reviewer.patch(TOOL).send({ proposed: [] }).expect(200);
    expect(confirmed.body.updated_at > shown.body.updated_at).toBe(true);
    const version = await reviewer.get(`${TOOL}/versions/1.0.0`).expect(200);
    expect(version.body.proposed).toEqual([]);
    const digest = version.body.contract_digest;
    const [last, earlier] = [...(await eventsOf(app, 'support.find'))].reverse();
    expect(last).toMatchObject({
      action: 'version.values-confirmed',
      version: '1.0.0',
      policy_version: 1,
      before: digest,
      after: digest,
      detail: { confirmed: ['/timeout_ms'] },
    });
    expect(earlier).toMatchObject({ action: 'tool.updated', policy_version: 1 });
    await reviewer.patch(TOOL).send({ proposed: [] }).expect(200);
    expect((await eventsOf(app, 'support.find')).at(-1)).toEqual(last);
  });

  it('refuses a reviewer the presentation, and everybody an unknown member', async () => {
    await reviewer.patch(TOOL).send({ note: 'x' }).expect(403);
    await publisher.patch(TOOL).send({ namespace: 'crm' }).expect(400);
    await publisher.patch(TOOL).send({}).expect(400);
    await publisher.patch('/v1/tools/support.none').send({ note: 'x' }).expect(404);
  });
});
