import { setTimeout as sleep } from 'node:timers/promises';
import { KeyRepository } from '../../../apps/api/src/auth/key.repository.js';
import { startApp } from '../../support/app.js';
import { makeCaller } from '../../support/caller.js';

describe('a refusal of permission while the service ends', () => {
  it('is written all the same', async () => {
    const app = await startApp();
    const agent = await makeCaller(app, { subject: 'last', permissions: ['candidates'] });

    // The key of the request in flight is found only when no new request is taken any more.
    const keys = app.app.get(KeyRepository);
    const find = keys.find.bind(keys);
    let closing: Promise<void> | undefined;
    keys.find = async (id) => {
      closing = app.app.close();
      while (app.server.listening) await sleep(5);
      return find(id);
    };
    await agent.get('/v1/audit-events').expect(403);
    await closing;

    const events = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE action = 'access.refused'`,
    );
    await app.database.drop();
    expect(events.map(({ event }) => JSON.parse(event) as object)).toMatchObject([
      { actor: { subject: 'last' }, detail: { code: 'permission-missing', times: 1 } },
    ]);
  });
});
