import { CheckWorkers } from '../../../../apps/api/src/comparison/check-workers.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { manifestOf } from '../../../support/catalog.js';
import { ENDLESS_PAIR, STUCK_WORKER } from '../../../support/stuck-worker.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp({}, { entry: STUCK_WORKER, wallMs: 8_000 });
  admin = adminOf(app);
});
afterAll(() => app.stop());

const diff = (pair: object) => admin.post('/v1/diffs').send(pair);

const EASY = { before: manifestOf(), after: manifestOf({ timeout_ms: 1_500 }) };

describe('a check that never ends', () => {
  it('lets every other request be answered meanwhile, and is ended by force', async () => {
    await diff(EASY).expect(200);
    const order: string[] = [];
    const hostile = diff(ENDLESS_PAIR).then((answer) => {
      order.push('hostile');
      return answer;
    });
    for (let n = 0; n < 20; n += 1) await admin.get('/livez').expect(200);
    order.push('alive');
    await diff(EASY).expect(200);
    order.push('checked');

    const answer = await hostile;
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      code: 'check-too-slow',
      detail: 'The check was given up after 8 seconds.',
    });
    expect(answer.headers['retry-after']).toBe('5');
    expect(order).toEqual(['alive', 'checked', 'hostile']);
  });

  it('answers 503 where its worker is lost, and the next one gets a new worker', async () => {
    const hostile = diff(ENDLESS_PAIR).then((answer) => answer);
    await diff(EASY).expect(200);
    const { threads } = Reflect.get(app.app.get(CheckWorkers), 'pool');
    await Promise.all(threads.map((thread: { terminate(): unknown }) => thread.terminate()));

    const answer = await hostile;
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'check-too-slow' });
    await diff(EASY).expect(200);
  });
});
