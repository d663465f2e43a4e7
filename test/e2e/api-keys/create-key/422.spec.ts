import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('a key whose grant breaks a rule', () => {
  const valid = { subject: 'agent', kind: 'agent', permissions: ['candidates'] };

  it.each([
    ['`*` beside names', { ...valid, roles: ['*', 'operator'] }, '/roles'],
    ['an end in the past', { ...valid, expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['the name of the first admin', { ...valid, subject: 'bootstrap' }, '/subject'],
    ['the name of a rule', { ...valid, subject: 'Rule:auto-approve' }, '/subject'],
    ['a malformed namespace', { ...valid, namespaces: ['a.b'] }, '/namespaces/0'],
  ])('is refused with its place: %s', async (_, body, pointer) => {
    const answer = await adminOf(app).post('/v1/api-keys').send(body).expect(422);
    expect(answer.body).toMatchObject({ code: 'grant-invalid', errors: [{ pointer }] });
  });
});
