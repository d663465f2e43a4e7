import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
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
