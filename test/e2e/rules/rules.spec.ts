import { RULES } from '#core/compatibility/rules/index.js';
import { LINT_RULES } from '#core/lint/rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';

let app: TestApp;
let caller: TestCaller;
beforeAll(async () => {
  app = await startApp();
  caller = await makeCaller(app, { permissions: ['candidates'] });
});
afterAll(() => app.stop());

describe('the rules over HTTP', () => {
  it('are those that the checks apply, all of them, by id', async () => {
    const answer = await caller.get('/v1/rules').expect(200);
    const ids = (answer.body as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(ids).toEqual([...RULES, ...LINT_RULES].map(({ id }) => id).sort());
  });

  it('explain themselves one by one', async () => {
    const answer = await caller.get('/v1/rules/input-property-became-required').expect(200);
    expect(answer.body).toMatchObject({ kind: 'compatibility', side: 'input', bump: 'major' });
    expect(answer.body.examples.length).toBeGreaterThanOrEqual(2);
    await caller.get('/v1/rules/no-such-rule').expect(404);
  });
});
