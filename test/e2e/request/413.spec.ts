import { connect, type AddressInfo, type Socket } from 'node:net';
import { EventFeed } from '../../../apps/api/src/features/events/event-feed.js';
import { FairLine } from '../../../apps/api/src/http/fair-line.js';
import { LargeBodies } from '../../../apps/api/src/http/large-bodies.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { sendRaw } from '../../support/raw-http.js';
import request from 'supertest';

const MIB = 1024 * 1024;

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

const stringOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

describe('a body over the limit', () => {
  it('is refused beyond 1 MiB', async () => {
    const answer = await adminOf(service)
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send(stringOf(MIB + 1))
      .expect(413);
    expect(answer.body).toMatchObject({ code: 'body-too-large', status: 413 });
  });

  it('is read up to 1 MiB', async () => {
    const answer = await adminOf(service)
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send(stringOf(MIB))
      .expect(400);
    expect(answer.body.code).toBe('body-invalid');
  });

  it('has room for 16 MiB where a thousand tools are registered at once', async () => {
    const bulk = () =>
      adminOf(service).post('/v1/registrations').set('content-type', 'application/json');
    await bulk()
      .send(`[${stringOf(MIB)},${stringOf(MIB)}]`)
      .expect(400);
    await bulk()
      .send(stringOf(16 * MIB + 1))
      .expect(413);
  });

  it('may be of values as of bytes, and is refused with the place of the first one too many', async () => {
    const many = (count: number): string => `{"items":[${'0,'.repeat(count)}0]}`;
    const send = (path: string, body: string) =>
      adminOf(service).post(path).set('content-type', 'application/json').send(body);
    const answer = await send('/v1/api-keys', many(250_000)).expect(413);
    expect(answer.body).toMatchObject({
      code: 'body-too-large',
      errors: [{ pointer: '/items/199998', code: 'too-many-values' }],
    });
    await send('/v1/registrations', many(250_000)).expect(400);
    await send('/v1/registrations', many(1_000_000)).expect(413);
  });

  it('may hold no string that is longer than any body of one tool', async () => {
    const answer = await adminOf(service)
      .post('/v1/registrations')
      .set('content-type', 'application/json')
      .send(`{"items":[${stringOf(MIB + 3)}]}`)
      .expect(413);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ pointer: '/items/0', code: 'too-long-text' }),
    ]);
  });

  it('is refused by its length alone, before a byte of it was sent', async () => {
    const answer = await sendRaw(
      service,
      `POST /v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminOf(service).token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2097152\r\n\r\n',
    );
    expect(answer.status).toBe(413);
  });

  it('is not even read for a caller who is not known', async () => {
    const answer = await request(service.server)
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send(stringOf(MIB + 1));
    expect(answer.status).toBe(401);
  });
});

describe('large bodies at the same time', () => {
  const line = () => Reflect.get(service.app.get(LargeBodies), 'lines') as { bulk: FairLine };
  const sockets: Socket[] = [];

  /** Announces a body of two MiB and sends only its beginning; before it, what is given. */
  const begin = ({ token }: TestCaller, before = ''): void => {
    const { port } = service.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      before +
        'POST /v1/registrations HTTP/1.1\r\nhost: service\r\ncontent-type: application/json\r\n' +
        `authorization: Bearer ${token}\r\ncontent-length: ${2 * MIB}\r\n\r\n{"items":[`,
    );
    sockets.push(socket);
  };
  const untilThereAre = async (count: number): Promise<void> => {
    while (line().bulk.size !== count) await adminOf(service).get('/livez').expect(200);
  };
  const sendMore = (caller: TestCaller) =>
    caller
      .post('/v1/registrations')
      .set('content-type', 'application/json')
      .send(`[${stringOf(MIB)},1]`);
  const leave = async (): Promise<void> => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await untilThereAre(0);
  };

  beforeAll(async () => {
    if (!service.server.listening) await service.app.listen(0, '127.0.0.1');
  });
  afterEach(leave);

  it('of one caller are read one after the other, and few of them wait', async () => {
    const admin = adminOf(service);
    for (let n = 1; n <= 5; n += 1) begin(admin);
    await untilThereAre(5);
    const refused = await sendMore(admin).expect(429);
    expect(refused.body).toMatchObject({ code: 'too-many-requests' });
    expect(refused.headers['retry-after']).toBe('5');
    const other = await makeCaller(service, { permissions: ['publish'], namespaces: ['other'] });
    await sendMore(other).expect(400);
    await leave();
    await sendMore(admin).expect(400);
  });

  it('take up nothing more once the connection closes, though another answer was under way on it', async () => {
    const admin = adminOf(service);
    const feed = service.app.get(EventFeed);
    const endless = `GET /v1/events HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${admin.token}\r\n\r\n`;
    begin(admin);
    await untilThereAre(1);
    begin(admin, endless + endless);
    await untilThereAre(2);
    while (feed.count() < 2) await admin.get('/livez').expect(200);
    sockets.pop()?.destroy();
    await untilThereAre(1);
    while (feed.count() > 0) await admin.get('/livez').expect(200);
    expect(sockets).toHaveLength(1);
  });

  it('are not read where all the room is taken, and small ones are', async () => {
    const limits = { places: 3 * MIB, waitingOfOne: 4, waitingOfAll: 4, longestWaitMs: 20 };
    line().bulk = new FairLine(limits);
    begin(adminOf(service));
    await untilThereAre(1);
    const other = await makeCaller(service, { permissions: ['publish'], namespaces: ['other'] });
    const refused = await sendMore(other).expect(503);
    expect(refused.body).toMatchObject({ code: 'replica-busy' });
    expect(refused.headers['retry-after']).toBe('5');
    await other.post('/v1/registrations').send({ items: [] }).expect(200);
    await leave();
    await sendMore(other).expect(400);
  });
});
