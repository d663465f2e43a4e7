import { pino } from 'pino';
import { PLAN_ONCE, type Step } from '../../../apps/api/src/database/at-once.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { EVERYTHING } from '../../../apps/api/src/database/sight.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const INVERSE = { name: 'inverse', text: 'SELECT 1 / $1::int' };

let store: TestDatabase;
let database: Database;
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const inverseOf = (text: string) =>
  database.atOnce([{ statement: INVERSE, values: [text] }], EVERYTHING);

describe('statements that are sent at once', () => {
  it('go on being asked after one of them has failed, be it the first time', async () => {
    await expect(inverseOf('0')).rejects.toMatchObject({ code: '22012' });
    expect(await inverseOf('1')).toEqual([['1']]);
    await expect(inverseOf('0')).rejects.toMatchObject({ code: '22012' });
    expect(await inverseOf('1')).toEqual([['1']]);
  });

  it('are planned once where they say so, which holds for no other', async () => {
    const statement = { name: 'mode', text: `SELECT current_setting('plan_cache_mode')` };
    const mode: Step = { statement, values: [] };
    const read = (...steps: Step[]) => database.readAtOnce(steps, EVERYTHING);
    expect(await read(PLAN_ONCE, mode)).toEqual([['force_generic_plan']]);
    expect(await read(mode)).toEqual([['auto']]);
  });

  it('are sent over a connection that comes through, where an earlier one did not', async () => {
    const url = new URL(store.url);
    const network = await TcpProxy.to(Number(url.port));
    url.port = String(network.port);
    network.weather = { kind: 'silent' };
    const beyond = new Database(url.href, pino({ level: 'silent' }));
    const answer = beyond.atOnce([{ statement: INVERSE, values: ['1'] }], EVERYTHING);
    await network.nextLoss();
    network.weather = { kind: 'clear' };
    expect(await answer).toEqual([['1']]);
    await beyond.onApplicationShutdown();
    network.close();
  });
});
