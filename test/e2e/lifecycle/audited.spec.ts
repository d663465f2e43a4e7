import { startApp, type TestApp } from '../../support/app.js';
import { bring, eventsOf, makeCrew, versionPath, type Crew } from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
  await bring(crew, 'support.rolled', 'enabled');
});
afterAll(() => app.stop());

describe('the trail of a version', () => {
  it('names the key that approved and released, beside its subject', async () => {
    const key = crew.reviewer.token.split('_')[1];
    const events = await eventsOf(app, 'support.rolled');
    const decided = ['version.approved', 'version.released'];
    expect(events.filter(({ action }) => decided.includes(String(action)))).toMatchObject(
      decided.map((action) => ({ action, actor: { subject: 'bob', key_id: key } })),
    );
  });

  it('tells of a rollout which sessions it draws and which it drew before', async () => {
    const roll = (rollout: object) =>
      crew.publisher
        .put(`${versionPath('support.rolled')}/rollout`)
        .send(rollout)
        .expect(200);
    await roll({ percent: 10, salt: 'a' });
    await roll({ percent: 10, salt: 'b' });
    const told = (await eventsOf(app, 'support.rolled')).slice(-2);
    expect(told.map(({ detail }) => detail)).toEqual([
      { percent: 10, salt: 'a', before: { percent: 100, salt: '' } },
      { percent: 10, salt: 'b', before: { percent: 10, salt: 'a' } },
    ]);

    const row = () => app.database.query('SELECT updated_at FROM tool_version');
    const before = await row();
    const same = await roll({ percent: 10, salt: 'b' });
    expect(same.body.rollout).toEqual({ percent: 10, salt: 'b' });
    expect((await eventsOf(app, 'support.rolled')).slice(-2)).toEqual(told);
    expect(await row()).toEqual(before);
  });
});
