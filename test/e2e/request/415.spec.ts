import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('a body that is not declared as plain JSON in UTF-8', () => {
  it.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a type that is none', { 'content-type': 'json' }],
    ['another encoding of text', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['compression', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('is refused: %s', async (_, headers) => {
    const answer = await adminOf(service).post('/v1/api-keys').set(headers).send('{}').expect(415);
    expect(answer.body).toMatchObject({ code: 'media-type-unsupported', status: 415 });
  });

  it('is refused where no body is asked for as well, as the document says', async () => {
    const admin = adminOf(service);
    for (const unasked of [
      admin.delete('/v1/api-keys/no_such_key'),
      admin.post('/v1/audit-events/checkpoints'),
    ]) {
      const answer = await unasked.set('content-type', 'multipart/form-data').expect(415);
      expect(answer.body).toMatchObject({ code: 'media-type-unsupported', status: 415 });
    }
  });

  it('is refused without any declaration', async () => {
    const { token } = adminOf(service);
    const answer = await sendRaw(
      service,
      `POST /v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(answer.body).toMatchObject({ code: 'media-type-unsupported', status: 415 });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
  ])('is read when it is: %s', async (type) => {
    const answer = await adminOf(service).post('/v1/api-keys').set('content-type', type).send('{}');
    expect(answer.body.code).toBe('body-invalid');
  });
});
