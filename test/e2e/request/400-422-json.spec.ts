import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

// The second is answered before the framework would parse what was sent.
describe.each(['/v1/api-keys', '/v1/candidates'])(
  'JSON that does not say one thing, to %s',
  (path) => {
    const post = (body: string) =>
      adminOf(service).post(path).set('content-type', 'application/json').send(body);

    it.each([
      ['bad-json', '{', 400],
      ['bad-json', '{"a":1,}', 400],
      ['bad-json', '// a\n{}', 400],
      ['bad-json', 'NaN', 400],
      ['duplicate-key', '{"a":1,"a":2}', 400],
      ['duplicate-key', '{"__proto__":1,"__proto__":2}', 400],
      ['unsafe-number', '{"a":9007199254740993}', 400],
      ['unsafe-number', '{"a":1e400}', 400],
      ['unsafe-number', '{"a":1e-400}', 400],
      ['nul-character', '{"a":"\\u0000"}', 422],
      ['lone-surrogate', '{"a":"\\ud800"}', 422],
    ])('is refused as %s: %s', async (code, body, status) => {
      const answer = await post(body).expect(status);
      expect(answer.body).toMatchObject({ code, status });
      expect(answer.body.errors).toEqual([
        { pointer: expect.any(String), code, message: expect.any(String) },
      ]);
    });

    it('points to the place', async () => {
      const answer = await post('{"a":{"b/c":[0,"\\u0000"]}}').expect(422);
      expect(answer.body.errors[0].pointer).toBe('/a/b~1c/1');
    });

    it('is refused when its bytes are not UTF-8', async () => {
      const head =
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminOf(service).token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 3\r\n\r\n';
      const answer = await sendRaw(
        service,
        Buffer.concat([Buffer.from(head), Buffer.from([34, 255, 34])]),
      );
      expect(answer.body).toMatchObject({ code: 'bad-json', status: 400 });
    });

    it.each([['1.0'], ['1e2'], ['{"a":1.0}'], ['\ufeff{"a":1}']])(
      'is read when it does: %s',
      async (body) => {
        const answer = await post(body).expect(400);
        expect(answer.body.code).toBe('body-invalid');
      },
    );

    it('is missing altogether where the body is empty', async () => {
      const answer = await post('').expect(400);
      expect(answer.body.code).toBe('body-invalid');
    });
  },
);

describe('a query', () => {
  it('is refused for a NUL character', async () => {
    const answer = await adminOf(service).get('/v1/audit-events?actor=a%00b').expect(422);
    expect(answer.body).toMatchObject({ code: 'nul-character', status: 422 });
  });
});
