import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { pathOf, register } from '../../support/catalog.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('a query that a route does not read', () => {
  it('is refused, so that no dry run is taken for a real one', async () => {
    await register(adminOf(app), 'support.find').expect(201);
    const path = `${pathOf('support.find', '1.0.0')}/transitions?dry_run=true`;
    const answer = await adminOf(app).post(path).send({ to: 'review' }).expect(400);
    expect(answer.body).toMatchObject({
      code: 'query-invalid',
      errors: [{ pointer: '/dry_run', code: 'unknown-field' }],
    });
    const version = await adminOf(app).get(pathOf('support.find', '1.0.0')).expect(200);
    expect(version.body.state).toBe('draft');
  });

  it('is refused at routes that read nothing at all', async () => {
    await adminOf(app).get('/v1/me?verbose').expect(400);
    await adminOf(app)
      .get(`${pathOf('support.find', '1.0.0')}?x=1`)
      .expect(400);
  });
});

describe('an id with U+0000', () => {
  it('is that of no object', async () => {
    await adminOf(app).get('/v1/api-keys/%00').expect(404);
    await adminOf(app).delete('/v1/api-keys/%00').expect(404);
    const decision = { decision: 'approve', reason: 'x' };
    await adminOf(app).post('/v1/policy-proposals/%00/decision').send(decision).expect(404);
  });
});
