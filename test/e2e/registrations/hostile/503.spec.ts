import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { manifestOf } from '../../../support/catalog.js';
import { ENDLESS_PAIR, STUCK_WORKER } from '../../../support/stuck-worker.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp({}, { entry: STUCK_WORKER, wallMs: 8_000, mostWaiting: 1 });
  admin = adminOf(app);
});
afterAll(() => app.stop());

const diff = (pair: object) => admin.post('/v1/diffs').send(pair);

describe('more checks than may wait', () => {
  it('are turned away at once, until there is room again', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => diff(ENDLESS_PAIR)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    const turnedAway = answers.filter(({ headers }) => headers['retry-after'] === '2');
    expect(turnedAway.map(({ body }) => [body.code, body.detail])).toEqual(
      Array.from({ length: 4 }, () => ['check-too-slow', 'Too many checks are waiting.']),
    );
    await diff({ before: manifestOf(), after: manifestOf({ timeout_ms: 1_500 }) }).expect(200);
  });
});
