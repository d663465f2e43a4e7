import { jest } from '@jest/globals';
import { IdempotentAnswersRepository } from '../../../apps/api/src/http/idempotent-answers.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import { firstManifestOf } from '../../support/catalog.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

const agent = { subject: 'agent', kind: 'agent', permissions: ['candidates'] };
const make = (key: string, body: object = agent) =>
  adminOf(app).post('/v1/api-keys').set('idempotency-key', key).send(body);
const countKeys = async () => (await app.database.query('SELECT id FROM api_key')).length;

describe('an Idempotency-Key', () => {
  it('gives the first answer again without doing it again, and without the secret', async () => {
    const first = await make('a').expect(201);
    const before = await countKeys();
    const again = await make('a').expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({ ...first.body, token: undefined });
    expect(await countKeys()).toBe(before);
  });

  it('stores no secret', async () => {
    const first = await make('secret').expect(201);
    const rows = await app.database.query('SELECT * FROM idempotent_answer');
    expect(JSON.stringify(rows)).not.toContain(first.body.token);
  });

  it('says again that it was a dry run', async () => {
    const dryRun = () =>
      adminOf(app)
        .post('/v1/registrations?dry_run=true')
        .set('idempotency-key', 'dry')
        .send({ items: [{ tool_id: 'support.x', version: '1.0.0', manifest: firstManifestOf() }] });
    const first = await dryRun().expect(200);
    expect(first.headers['x-dry-run']).toBe('true');
    const again = await dryRun().expect(200);
    expect(again.headers).toMatchObject({ 'x-dry-run': 'true', 'idempotent-replayed': 'true' });
  });

  it('refuses another request', async () => {
    await make('b').expect(201);
    const answer = await make('b', { ...agent, subject: 'other' }).expect(422);
    expect(answer.body).toMatchObject({ code: 'idempotency-key-reused' });
  });

  it('takes a body for another one as soon as one byte of it differs', async () => {
    const body = JSON.stringify({ ...agent, subject: 'bytes' });
    const sendText = (text: string) =>
      adminOf(app)
        .post('/v1/api-keys')
        .set('idempotency-key', 'bytes')
        .type('application/json')
        .send(text);
    await sendText(body).expect(201);
    await sendText(body).expect(201);
    const other = await sendText(`${body} `).expect(422);
    expect(other.body).toMatchObject({ code: 'idempotency-key-reused' });
  });

  it('gives a refusal again as well', async () => {
    await make('c', { ...agent, kind: 'robot' }).expect(400);
    const again = await make('c', { ...agent, kind: 'robot' }).expect(400);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('lets one of many concurrent requests through', async () => {
    const before = await countKeys();
    const answers = await Promise.all(Array.from({ length: 10 }, () => make('d')));
    expect(await countKeys()).toBe(before + 1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    await make('d').expect(201);
  });

  it('is its caller’s own', async () => {
    await make('e').expect(201);
    const other = await makeCaller(app, { subject: 'second-admin', permissions: ['admin'] });
    const answer = await other
      .post('/v1/api-keys')
      .set('idempotency-key', 'e')
      .send({ ...agent, subject: 'other' })
      .expect(201);
    expect(answer.body.token).toBeDefined();
  });

  it('counts again a day later, and at once after a crash of the first', async () => {
    await make('f').expect(201);
    await app.database.query(
      `UPDATE idempotent_answer SET created_at = now() - interval '25 hours' WHERE key = 'f'`,
    );
    const anew = await make('f').expect(201);
    expect(anew.body.token).toBeDefined();

    await app.database.query(
      `UPDATE idempotent_answer SET status = NULL, locked_until = now() + interval '1 minute'
       WHERE key = 'f'`,
    );
    const busy = await make('f').expect(409);
    expect(busy.body).toMatchObject({ code: 'idempotency-key-busy' });
    expect(busy.headers['retry-after']).toBe('1');
    await app.database.query(
      `UPDATE idempotent_answer SET locked_until = now() - interval '1 second' WHERE key = 'f'`,
    );
    await make('f').expect(201);
  });

  it('never does again what took effect, though its answer was lost', async () => {
    const before = await countKeys();
    jest
      .spyOn(app.app.get(IdempotentAnswersRepository), 'keep')
      .mockRejectedValueOnce(new Error('the database is away'));
    const first = await make('lost').expect(201);
    expect(first.body.token).toBeDefined();
    const again = await make('lost').expect(409);
    expect(again.body).toMatchObject({
      code: 'idempotency-key-busy',
      detail: expect.stringContaining('took effect'),
    });
    expect(await countKeys()).toBe(before + 1);
  });

  it('is printable ASCII', async () => {
    const answer = await make('é'.repeat(2)).expect(400);
    expect(answer.body).toMatchObject({ code: 'header-invalid' });
    await make('x'.repeat(256)).expect(400);
  });
});
