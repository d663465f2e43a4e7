import { RateLimits } from '../../../apps/api/src/http/rate-limits.js';
import { startApp, startReplica, type TestApp } from '../../support/app.js';
import { adminOf, callerWith, makeCaller, type TestCaller } from '../../support/caller.js';

let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  const env = { QM_RATE_LIMIT_READS: '8/h' };
  one = await startApp(env);
  other = await startReplica(one.database, env);
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const LOCAL = { permissions: ['admin'], namespaces: ['mine'], tenants: [], roles: [] };

const newCaller = (): Promise<TestCaller> =>
  makeCaller(one, { permissions: ['read', 'publish'], namespaces: ['*'] });

/** How many of these requests passed. */
const passed = async (caller: TestCaller, count: number): Promise<number> => {
  let passes = 0;
  for (let n = 0; n < count; n += 1) {
    if ((await caller.get('/v1/me')).status === 200) passes += 1;
  }
  return passes;
};

const settle = async (): Promise<void> => {
  for (const { app } of [one, other]) await app.get(RateLimits).settle();
};

describe('a caller that asks too often', () => {
  it('is told when to come again, and before that what is left', async () => {
    const caller = await newCaller();
    const first = await caller.get('/v1/me').expect(200);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"reads";q=8;w=3600',
      ratelimit: '"reads";r=7;t=450',
    });
    expect(await passed(caller, 12)).toBe(7);
    const refused = await caller.get('/v1/me').expect(429);
    expect(refused.body).toMatchObject({ code: 'too-many-requests' });
    const waits = Number(refused.headers['retry-after']);
    expect(waits > 0 && waits <= 450).toBe(true);
    expect(refused.headers['ratelimit']).toMatch(/^"reads";r=0;t=\d+$/);
  });

  it('is refused whatever it asks, and holds up neither others nor its other work', async () => {
    const caller = await newCaller();
    await passed(caller, 8);
    const refused = await caller.get('/v1/tools/no.where').expect(429);
    expect(refused.body).toMatchObject({ code: 'too-many-requests' });
    await caller.get('/v1/audit-events').expect(429);
    await caller.post('/v1/registrations').send({ items: [] }).expect(200);
    await (await newCaller()).get('/v1/me').expect(200);
  });

  it('has the limits of its key instead, which pass to the successor', async () => {
    const grant = { permissions: ['read'], subject: 'own-limits' };
    const busy = await makeCaller(one, { ...grant, rate_limits: { reads: '20/h', writes: 'off' } });
    expect(await passed(busy, 25)).toBe(20);
    const admin = adminOf(one);
    const id = busy.token.split('_')[1];
    const { body } = await admin.post(`/v1/api-keys/${id}/rotation`).send({}).expect(201);
    expect(body.rate_limits).toEqual({ reads: '20/h', writes: 'off' });
    const successor = callerWith(one, (body as { token: string }).token);
    const { headers } = await successor.get('/v1/me').expect(200);
    expect(headers['ratelimit-policy']).toBe('"reads";q=20;w=3600');
    // Limits protect everybody: an admin of some namespaces lifts none.
    const local = await makeCaller(one, { ...LOCAL, subject: 'local-admin' });
    const make = (rate_limits: object) =>
      local.post('/v1/api-keys').send({ ...LOCAL, ...grant, kind: 'agent', rate_limits });
    for (const reads of ['9/h', 'off']) {
      const refused = await make({ reads, writes: 'off' }).expect(403);
      expect(refused.body.errors).toMatchObject([{ pointer: '/rate_limits/reads' }]);
    }
    await make({ reads: '4/h' }).expect(201);
  });

  it('has one limit at all replicas together', async () => {
    const here = await newCaller();
    const there = callerWith(other, here.token);
    expect(await passed(here, 4)).toBe(4);
    await settle();
    // What it does not know of yet, a replica lets pass; it is told with the first.
    expect(await passed(there, 1)).toBe(1);
    await settle();
    expect(await passed(there, 5)).toBe(3);
    await settle();
    expect(await passed(there, 1)).toBe(0);
    // Here one is let pass at most until the others' share is known.
    await passed(here, 1);
    await settle();
    expect(await passed(here, 3)).toBe(0);
  });

  it('pays back what several replicas let pass at the same time', async () => {
    const here = await newCaller();
    const there = callerWith(other, here.token);
    expect((await passed(here, 9)) + (await passed(there, 9))).toBeLessThanOrEqual(16);
    await settle();
    const refused = await there.get('/v1/me').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(4_500);
  });

  it('is limited by each replica alone while nothing can be shared', async () => {
    const caller = await newCaller();
    await one.database.query('ALTER TABLE rate_bucket RENAME TO rate_bucket_away');
    expect(await passed(caller, 10)).toBe(8);
    await settle();
    await one.database.query('ALTER TABLE rate_bucket_away RENAME TO rate_bucket');
    await settle();
    expect(await passed(caller, 1)).toBe(0);
    const there = callerWith(other, caller.token);
    await passed(there, 1);
    await settle();
    expect(await passed(there, 3)).toBe(0);
  });
});
