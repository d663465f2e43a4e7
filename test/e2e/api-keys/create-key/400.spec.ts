import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('a key that cannot be read', () => {
  const valid = { subject: 'ci', kind: 'pipeline', permissions: ['read'] };
  const cases: [string, object, object][] = [
    ['an unknown member', { ...valid, role: 'x' }, { pointer: '/role', code: 'unknown-field' }],
    [
      'an unknown permission',
      { ...valid, permissions: ['root'] },
      { pointer: '/permissions/0', code: 'not-in-list' },
    ],
    [
      'no subject',
      { ...valid, subject: undefined },
      { pointer: '/subject', code: 'missing-field' },
    ],
    ['white space around the subject', { ...valid, subject: 'ci ' }, { pointer: '/subject' }],
    ['no permission at all', { ...valid, permissions: [] }, { pointer: '/permissions' }],
    [
      'a day that no calendar has',
      { ...valid, expires_at: '2027-02-30T00:00:00Z' },
      { pointer: '/expires_at', code: 'malformed' },
    ],
  ];

  it.each(cases)('is refused with its place: %s', async (_, body, error) => {
    const answer = await adminOf(app).post('/v1/api-keys').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'body-invalid', errors: [error] });
  });

  it('is refused when a member is called __proto__', async () => {
    const answer = await adminOf(app)
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send('{"subject": "ci", "kind": "pipeline", "permissions": ["read"], "__proto__": {}}')
      .expect(400);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/__proto__' }] });
  });
});
