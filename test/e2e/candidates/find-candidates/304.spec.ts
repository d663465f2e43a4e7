import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller } from '../../../support/caller.js';
import { offer } from '../../../support/offers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('asking for candidates again', () => {
  it('is answered without a body until the answer is another', async () => {
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: ['acme'],
      roles: ['operator'],
    });
    await offer(app, 'support.create_ticket');
    const again = (tag: string) =>
      agent.get('/v1/candidates?role=operator&task_type=support').set('if-none-match', tag);
    const first = await again('"another"').expect(200);
    const tag = String(first.headers['etag']);
    const second = await again(tag).expect(304);
    expect(second.text).toBe('');
    expect(second.headers['etag']).toBe(tag);

    await adminOf(app)
      .put('/v1/tools/support.create_ticket/suspension')
      .send({ suspended: true, reason: 'It opens tickets twice.' })
      .expect(200);
    const third = await again(tag).expect(200);
    expect(third.body).toMatchObject({ tools: [], total_eligible: 0 });
  });
});
