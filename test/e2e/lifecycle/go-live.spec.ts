import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf } from '../../support/catalog.js';

let app: TestApp;
let publisher: TestCaller;
let reviewer: TestCaller;
beforeAll(async () => {
  app = await startApp();
  publisher = await makeCaller(app, {
    subject: 'support-ci',
    permissions: ['publish', 'read'],
    namespaces: ['support'],
  });
  reviewer = await makeCaller(app, { subject: 'ines', permissions: ['review', 'read'] });
});
afterAll(() => app.stop());

describe('the way of a version to enabled', () => {
  it('is submit, approve by another person, evidence, release', async () => {
    const path = '/v1/tools/support.create_ticket/versions/1.0.0';
    await publisher.put(path).send(firstManifestOf()).expect(201);
    const submitted = await publisher
      .post(`${path}/transitions`)
      .send({ to: 'review' })
      .expect(200);
    expect(submitted.body).toMatchObject({ state: 'review', approvals: { have: 0, need: 1 } });
    const approved = await reviewer.post(`${path}/transitions`).send({ to: 'staging' }).expect(200);
    expect(approved.body).toMatchObject({
      state: 'staging',
      approvals: { have: 1, by: [{ subject: 'ines' }] },
    });

    const early = await reviewer.post(`${path}/transitions`).send({ to: 'enabled' }).expect(422);
    expect(early.body).toMatchObject({
      code: 'transition-refused',
      gates: [{ gate: 'tests' }, { gate: 'smoke' }],
    });
    expect(early.body.allowed).toEqual(expect.arrayContaining(['draft', 'enabled', 'disabled']));

    const passed_at = new Date().toISOString();
    const run = { url: 'https://ci.example.com/1', passed_at };
    await publisher
      .post(`${path}/evidence`)
      .send({ kind: 'test', ...run })
      .expect(201);
    const released = await reviewer
      .post(`${path}/transitions`)
      .send({ to: 'enabled', evidence: [{ kind: 'smoke', ...run }] })
      .expect(200);
    expect(released.body).toMatchObject({
      state: 'enabled',
      evidence: [{ kind: 'test' }, { kind: 'smoke' }],
    });

    const [tool] = await app.database.query<{ servable: boolean }>(
      `SELECT servable FROM tool WHERE tool_id = 'support.create_ticket'`,
    );
    expect(tool?.servable).toBe(true);
  });
});
