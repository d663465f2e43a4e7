import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, pathOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('a registration that cannot be read', () => {
  it.each([
    ['an unknown field', { colour: 'red' }, '/colour', 'unknown-field'],
    ['a missing field', { target: undefined }, '/target', 'missing-field'],
    ['a wrong type', { timeout_ms: 'long' }, '/timeout_ms', 'wrong-type'],
    ['null for left out', { title: null }, '/title', 'wrong-type'],
    ['a policy in parts', { policy: { risk_level: 'L0' } }, '/policy/task_types', 'missing-field'],
  ])('refuses %s with its place', async (_, flaw, pointer, code) => {
    const answer = await register(admin, 'bad.body', '1.0.0', firstManifestOf(flaw)).expect(400);
    expect(answer.body.code).toBe('body-invalid');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it.each([
    ['bad-json', '{"description": '],
    ['bad-json', 'NaN'],
    ['duplicate-key', '{"description": "a", "description": "b"}'],
    ['unsafe-number', '{"timeout_ms": 1e400}'],
    ['unsafe-number', '{"timeout_ms": 9007199254740993}'],
    ['body-invalid', '[]'],
    ['body-invalid', ''],
  ])('refuses %s: %s', async (code, text) => {
    const answer = await admin
      .put(pathOf('bad.body', '1.0.0'))
      .set('content-type', 'application/json')
      .send(text)
      .expect(400);
    expect(answer.body.code).toBe(code);
  });

  it.each(['..%2Fx', 'a%20b', '1a', 'a..b', 'x'.repeat(129)])(
    'refuses the tool_id %s before the body is read',
    async (toolId) => {
      const answer = await register(admin, toolId, '1.0.0', { colour: 'red' }).expect(400);
      expect(answer.body.code).toBe('tool-id-invalid');
    },
  );

  it.each(['dry_run=maybe', 'drift=loud', 'force=true'])('refuses the query %s', async (query) => {
    const path = `${pathOf('bad.query', '1.0.0')}?${query}`;
    const answer = await admin.put(path).send(firstManifestOf()).expect(400);
    expect(answer.body.code).toBe('query-invalid');
  });
});
