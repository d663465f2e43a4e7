import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeliveriesRepository,
  type Claimed,
} from '../../../apps/api/src/features/webhooks/deliveries.repository.js';
import { startApp, startReplica, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { register } from '../../support/catalog.js';
import {
  names,
  signature,
  toolsOf,
  webhookDesk,
  type MadeWebhook,
} from '../../support/webhook-desk.js';
import { answer, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

const HERE = { QM_WEBHOOK_NETWORKS: '127.0.0.0/8' };

let service: TestApp;
let other: TestApp;
let admin: TestCaller;
let desk: ReturnType<typeof webhookDesk>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startApp(HERE);
  other = await startReplica(service.database, HERE);
  admin = adminOf(service);
  desk = webhookDesk(admin);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await service.database.query('DELETE FROM webhook');
  await receiver.close();
});

const make = (namespace: string, more: object = {}, maker?: TestCaller) =>
  desk.make({ url: receiver.url, namespaces: [namespace], ...more }, maker);

/** What waits for hours is due now. */
const hurry = (id: string, more = '') =>
  service.database.query(`UPDATE webhook SET next_attempt_at = now() ${more} WHERE id = $1`, [id]);

const failing = async (id: string): Promise<number> => {
  const rows = await service.database.query<{ ms: string }>(
    'SELECT failing_ms AS ms FROM webhook WHERE id = $1',
    [id],
  );
  return Number(rows[0]?.ms);
};

describe('a webhook', () => {
  it('is sent what was asked for, once, in order, by two replicas, and signed', async () => {
    const { id, secret } = await make('order', { actions: ['version.registered'] });
    await register(admin, 'elsewhere.one').expect(201);
    await desk.registerMany('order', 30);
    await admin.patch('/v1/tools/order.t0').send({ note: 'not asked for' }).expect(200);
    await receiver.count(30);
    await desk.until(id, ({ last_delivered_at: at }) => at !== null);
    expect(toolsOf(receiver)).toEqual(names('order', 30));
    for (const message of receiver.messages) {
      expect(message.signatures).toEqual([signature(secret, message)]);
      expect(Math.abs(Number(message.timestamp) - Date.now() / 1_000)).toBeLessThan(300);
    }
    const [first] = receiver.messages;
    const { body } = await admin.get('/v1/tools/order.t0/history').expect(200);
    const registered = (body.items as { action: string; id: string; at: string }[]).at(-1);
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'version.registered',
      timestamp: registered?.at,
      data: { ...registered, tool_id: 'order.t0', namespace: 'order' },
    });
  });

  it('sends what was not taken again, with the same id, before what comes after it', async () => {
    let left = 2;
    receiver.behave((response, message) => {
      const fails = message.toolId === 'flaky.t1' && left > 0;
      if (fails) left -= 1;
      answer(fails ? 500 : 200)(response, message);
    });
    const { id } = await make('flaky');
    await desk.registerMany('flaky', 3);
    for (const attempts of [1, 2]) {
      const webhook = await desk.until(id, (one) => one.attempts === attempts);
      expect(webhook.last_error).toBe('the receiver answered 500');
      expect(webhook.failing_since).not.toBeNull();
      expect(await failing(id)).toBeGreaterThan(attempts === 1 ? 3_999 : 27_999);
      // Weeks in which nothing was tried are no failure of the receiver.
      await hurry(id, `, failing_since = now() - interval '30 days'`);
    }
    await receiver.count(5);
    expect(toolsOf(receiver)).toEqual(['flaky.t0', ...Array(3).fill('flaky.t1'), 'flaky.t2']);
    expect(new Set(receiver.messages.map((message) => message.id)).size).toBe(3);
    await desk.until(id, ({ failing_since: since, attempts }) => since === null && attempts === 0);
    expect(await failing(id)).toBe(0);
  });

  it('follows no redirect', async () => {
    receiver.behave(answer(302, { location: receiver.url }));
    const { id } = await make('redirect');
    await desk.registerMany('redirect', 1);
    const { last_error: error } = await desk.until(id, ({ attempts }) => attempts === 1);
    expect(error).toBe('the receiver answered 302');
    expect(receiver.messages).toHaveLength(1);
  });

  it('gives an event up after a day of attempts, goes on, and sends it again when told to', async () => {
    receiver.behave((response, message) =>
      answer(message.toolId === 'dead.t0' ? 503 : 200)(response, message),
    );
    const { id } = await make('dead');
    await desk.registerMany('dead', 2);
    await desk.until(id, ({ attempts }) => attempts === 1);
    await hurry(id, ', attempts = 10');
    await receiver.count(3);
    expect(toolsOf(receiver)).toEqual(['dead.t0', 'dead.t0', 'dead.t1']);
    const list = async () =>
      (await admin.get(`/v1/webhooks/${id}/dead-letters`).expect(200)).body.items as {
        id: string;
        message_id: string;
        attempts: number;
        event: { tool_id: string };
      }[];
    const [letter] = await list();
    expect(letter).toMatchObject({ attempts: 11, event: { tool_id: 'dead.t0' } });
    expect(letter?.message_id).toBe(receiver.messages[0]?.id);

    receiver.behave(answer(200));
    const path = `/v1/webhooks/${id}/dead-letters/${letter?.id}/redelivery`;
    await admin.post(path).expect(202);
    await receiver.count(4);
    expect(receiver.messages[3]?.id).toBe(letter?.message_id);
    while ((await list()).length > 0) await sleep(50);
    await admin.post(path).expect(404);
  });

  it('is suspended, loudly, by a receiver that is gone, and resumed goes on without a gap', async () => {
    receiver.behave(answer(410));
    const { id } = await make('away');
    await desk.registerMany('away', 2);
    const webhook = await desk.until(id, ({ suspended }) => suspended === true);
    expect(webhook.suspended_by).toBe('rule:webhooks');
    const { body } = await admin.get('/v1/audit-events?action=webhook.suspended').expect(200);
    expect(body.items[0]).toMatchObject({
      actor: { subject: 'rule:webhooks', kind: 'rule' },
      reason: 'the receiver answered 410',
      detail: { webhook_id: id, host: new URL(receiver.url).host },
    });
    expect(JSON.stringify(body)).not.toContain('/hook');
    receiver.behave(answer(200));
    await desk.resume(id);
    await receiver.count(3);
    expect(toolsOf(receiver)).toEqual(['away.t0', 'away.t0', 'away.t1']);
  });

  it('signs with both secrets for a day after one was changed', async () => {
    const { id, secret } = await make('rotated');
    const { body } = await admin.post(`/v1/webhooks/${id}/rotation`).expect(200);
    const { secret: newer } = body as MadeWebhook;
    await desk.registerMany('rotated', 1);
    await receiver.count(1);
    const [message] = receiver.messages;
    if (message === undefined) throw new Error('nothing came');
    expect(message.signatures).toEqual([signature(newer, message), signature(secret, message)]);
    const ONCE_ITS_TURN_IS_OVER = `UPDATE webhook SET former_secret_until = now() WHERE claim IS NULL RETURNING id`;
    while ((await service.database.query(ONCE_ITS_TURN_IS_OVER)).every((row) => row['id'] !== id));
    await register(admin, 'rotated.late').expect(201);
    await receiver.count(2);
    expect(receiver.messages[1]?.signatures).toHaveLength(1);
    expect(JSON.stringify(await desk.read(id))).not.toContain('whsec_');
  });

  it('loses nothing where its worker died in the middle, and another takes over', async () => {
    const { id } = await make('taken');
    await service.database.query(
      `UPDATE webhook SET claim = 'of a dead process', claimed_until = now() + interval '1 hour'`,
    );
    await desk.registerMany('taken', 3);
    await service.database.query(`UPDATE webhook SET claimed_until = now() WHERE id = $1`, [id]);
    await receiver.count(3);
    expect(toolsOf(receiver)).toEqual(names('taken', 3));
  });
});

describe('whose grant a webhook is told by', () => {
  const idOf = ({ token }: { token: string }): string => token.split('_')[1] ?? '';

  it('is that of the key that made it, of its successor, or of who resumed it, as it is now', async () => {
    const leaver = await makeCaller(service, { permissions: ['admin'], subject: 'leaver' });
    const { id } = await make('kept', {}, leaver);
    const rotation = `/v1/api-keys/${idOf(leaver)}/rotation`;
    const { body: rotated } = await admin.post(rotation).send({ overlap_s: 0 }).expect(201);
    await desk.registerMany('kept', 1);
    await receiver.count(1);
    expect(await desk.read(id)).toMatchObject({ judged_by: 'key', key_id: rotated.id });

    await admin.delete(`/v1/api-keys/${rotated.id}`).expect(204);
    await register(admin, 'kept.late').expect(201);
    const webhook = await desk.until(id, ({ suspended }) => suspended === true);
    expect(webhook).toMatchObject({
      suspended_by: 'rule:webhooks',
      suspended_reason: 'the key that answers for it was revoked',
      failing_since: null,
    });
    expect(toolsOf(receiver)).toEqual(['kept.t0']);
    await desk.resume(id);
    await receiver.count(2);
    expect(toolsOf(receiver)).toEqual(['kept.t0', 'kept.late']);
    expect((await desk.read(id)).key_id).toBe(idOf(admin));
  });

  it('is that of the last successor, once the key expires that made it while it was rotated', async () => {
    const maker = await makeCaller(service, { permissions: ['admin'], subject: 'maker' });
    const rotate = async (id: string, body = {}): Promise<string> =>
      (await admin.post(`/v1/api-keys/${id}/rotation`).send(body).expect(201)).body.id as string;
    const second = await rotate(idOf(maker));
    const { id } = await make('overlap', {}, maker);
    const last = await rotate(second, { overlap_s: 0 });
    await desk.registerMany('overlap', 1);
    await receiver.count(1);
    const expired = 'UPDATE api_key SET expires_at = now() WHERE id = $1';
    await service.database.query(expired, [idOf(maker)]);
    await register(admin, 'overlap.late').expect(201);
    await receiver.count(2);
    expect(await desk.read(id)).toMatchObject({ suspended: false, key_id: last });
  });

  it("is told where it is nobody's any more", async () => {
    const { id } = await make('orphan');
    await service.database.query('UPDATE webhook SET key_id = NULL WHERE id = $1', [id]);
    const { body } = await admin.get('/v1/webhooks').expect(200);
    expect(body.items).toEqual([expect.objectContaining({ id, judged_by: 'nobody' })]);
    const suspended = { suspended: true, reason: 'To be judged.' };
    await admin.put(`/v1/webhooks/${id}/suspension`).send(suspended).expect(200);
    expect((await desk.resume(id)).body).toMatchObject({ judged_by: 'key', key_id: idOf(admin) });
  });
});

describe('a worker that lost its claim', () => {
  it('writes nothing of what it was about to', async () => {
    const { id } = await make('lost');
    await service.database.query(`UPDATE webhook SET claim = 'another' WHERE id = $1`, [id]);
    const before = await service.database.query('SELECT * FROM webhook WHERE id = $1', [id]);
    const deliveries = service.app.get(DeliveriesRepository);
    const claimed = { id, claim: 'mine' } as Claimed;
    const event = { seq: 1, hash: 'h', namespace: 'lost', action: 'a', event: '{}' };
    const position = { seq: 1, hash: 'h' };
    expect(await deliveries.bury(claimed, { event, attempts: 1, error: 'e' })).toBe(false);
    expect(await deliveries.advance(claimed, { position, delivered: true })).toBe(false);
    expect(await deliveries.renew(claimed)).toBe(false);
    await deliveries.postpone(claimed, 'e', 1);
    await deliveries.release(claimed);
    expect(await service.database.query('SELECT * FROM webhook WHERE id = $1', [id])).toEqual(
      before,
    );
    expect(await service.database.query('SELECT * FROM webhook_dead_letter')).toEqual([]);
  });
});

describe('making a webhook', () => {
  it('is refused where the namespace has as many as it may have', async () => {
    await service.database.query(
      `INSERT INTO webhook (id, url, namespaces, actions, secret, suspended, created_by, created_at,
         position_seq, position_hash)
       SELECT 'wh_' || n, 'https://x', '{crowded}', '{*}', '', true, '', now(), 0, ''
       FROM generate_series(1, 19) AS n`,
    );
    await make('crowded');
    const send = (namespaces: string[]) =>
      admin.post('/v1/webhooks').send({ url: receiver.url, namespaces });
    const { body } = await send(['roomy', 'crowded']).expect(409);
    expect(body).toMatchObject({
      code: 'too-many-webhooks',
      detail: expect.stringMatching(/: crowded\.$/),
    });
    await send(['roomy']).expect(201);
  });

  it.each([
    ['http://example.com/hook', 'is to be reached by https'],
    ['https://10.0.0.1/hook', 'is no public address'],
    ['https://[::1]/hook', 'is no public address'],
    ['https://0x7f000001/hook', null],
    ['https://169.254.169.254/latest/meta-data', 'alone'],
    ['ftp://example.com/hook', 'must be an absolute https URL'],
  ])('is refused where it leads to %s', async (url, why) => {
    const made = await admin.post('/v1/webhooks').send({ url });
    // However it is written, it is the address of this machine, which the test allows.
    if (why === null) return expect(made.status).toBe(201);
    expect([made.status, made.body.code]).toEqual([422, 'webhook-invalid']);
    expect(made.body.errors[0].message).toContain(why);
  });
});
