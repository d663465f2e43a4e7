import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller } from '../../../support/caller.js';
import { register } from '../../../support/catalog.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('a registration that the key does not cover', () => {
  it('is the same refusal whether or not the tool exists in the foreign namespace', async () => {
    await register(adminOf(app), 'theirs.tool').expect(201);
    const pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    for (const toolId of ['theirs.tool', 'theirs.other', 'mine2']) {
      const answer = await register(pipeline, toolId, '1.0.0', { colour: 'red' }).expect(403);
      expect(answer.body.code).toBe('namespace-forbidden');
    }
  });

  it('needs the permission to publish', async () => {
    const reader = await makeCaller(app, { permissions: ['read', 'review'] });
    const answer = await register(reader, 'mine.tool').expect(403);
    expect(answer.body.code).toBe('permission-missing');
  });
});
