import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { TrailExaminer } from '#core/audit/examine-trail.js';
import { readCheckpoint } from '#core/audit/checkpoint.js';
import { readHeader } from '#core/audit/export-header.js';
import { AuditRepository } from '../../../apps/api/src/features/audit/audit.repository.js';
import { EVERYTHING, seeing } from '../../../apps/api/src/database/sight.js';
import { startApp, startReplica, type TestApp } from '../../support/app.js';
import { adminOf, callerWith, makeCaller, type TestCaller } from '../../support/caller.js';
import { register } from '../../support/catalog.js';
import { listeningAddress } from '../../support/cli.js';

const pemOf = (): string =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim()
    .replaceAll('\n', '\\n');

const CHECKPOINTS = '/v1/audit-events/checkpoints';
const EXPORT = '/v1/audit-events/export';

let app: TestApp;
let other: TestApp;
let keyless: TestApp;
let auditor: TestCaller;
let narrow: TestCaller;
beforeAll(async () => {
  app = await startApp({ QM_AUDIT_SIGNING_KEY: pemOf() });
  [other, keyless] = await Promise.all([
    startReplica(app.database, { QM_AUDIT_SIGNING_KEY: pemOf() }),
    startReplica(app.database, { DATABASE_URL: app.database.url }),
  ]);
  auditor = await makeCaller(app, { subject: 'auditor', permissions: ['audit'] });
  narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
});
afterAll(async () => {
  await Promise.all([other.stop(), keyless.stop()]);
  await app.stop();
});

const headSeq = async (): Promise<number> => {
  const [head] = await app.database.query<{ audit_seq: string }>(
    'SELECT audit_seq FROM catalog_head',
  );
  return Number(head?.audit_seq);
};

describe('signing how the trail ends', () => {
  it('makes one checkpoint of an event, whoever asks and how often', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => auditor.post(CHECKPOINTS)));
    const statuses = asked.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(asked.map(({ body }) => body.checkpoint as string)).size).toBe(1);
    expect(asked[0]?.body).toMatchObject({ seq: await headSeq(), events: await headSeq() });
    const again = await auditor.post(CHECKPOINTS).expect(200);
    expect(again.body).toEqual(asked[0]?.body);
    const list = await auditor.get(`${CHECKPOINTS}?limit=1`).expect(200);
    expect(list.body).toEqual({ items: [again.body], next_cursor: null });
    const latest = await auditor.get(`${CHECKPOINTS}/latest`).expect(200);
    expect(latest.body).toEqual(again.body);
  });

  it('is verified with the public key, and with nothing of ours', async () => {
    const made = await auditor.post(CHECKPOINTS);
    const { body } = await auditor.get(`${CHECKPOINTS}/keys`).expect(200);
    const [header, claims, signature] = (made.body.checkpoint as string).split('.');
    const key = createPublicKey({ key: body.keys[0], format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify(null, signed, key, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
  });

  it('goes on with another key, and publishes both', async () => {
    const before = await auditor.post(CHECKPOINTS);
    const rotated = await callerWith(other, auditor.token).post(CHECKPOINTS).expect(201);
    expect(rotated.body.key_id).not.toBe(before.body.key_id);
    const { body } = await callerWith(other, auditor.token).get(`${CHECKPOINTS}/keys`);
    const ids = (body.keys as { kid: string }[]).map(({ kid }) => kid);
    expect(ids).toEqual([rotated.body.key_id, before.body.key_id]);
    const page = await auditor.get(`${CHECKPOINTS}?limit=1`).expect(200);
    const next = await auditor.get(`${CHECKPOINTS}?limit=1&cursor=${page.body.next_cursor}`);
    expect([...page.body.items, ...next.body.items].map(({ seq }) => seq as number)).toEqual([
      before.body.seq,
      before.body.seq,
    ]);
  });

  it('needs a key', async () => {
    const answer = await callerWith(keyless, auditor.token).post(CHECKPOINTS).expect(409);
    expect(answer.body).toMatchObject({ code: 'signing-key-missing' });
  });

  it('is for auditors of every namespace', async () => {
    await narrow.post(CHECKPOINTS).expect(403);
    await narrow.get(CHECKPOINTS).expect(403);
    await narrow.get(`${CHECKPOINTS}/latest`).expect(403);
  });
});

describe('exporting the trail', () => {
  const linesOf = async (caller: TestCaller, query = ''): Promise<string[]> => {
    const answer = await caller.get(`${EXPORT}${query}`).buffer(true).expect(200);
    expect(answer.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    return answer.text.trimEnd().split('\n');
  };

  it('is proved line by line, by the checkpoint that it names', async () => {
    await register(adminOf(app), 'support.exported').expect(201);
    await auditor.post(CHECKPOINTS).expect(201);
    const [first = '', ...lines] = await linesOf(auditor);
    const header = readHeader(first);
    const signed = readCheckpoint(header?.checkpoint ?? '');
    if (header === null || signed === null) throw new Error(first);
    const examiner = new TrailExaminer(header, [signed.checkpoint]);
    for (const line of lines) examiner.take(line);
    const seq = await headSeq();
    expect(examiner.conclude()).toMatchObject({
      valid: true,
      seq,
      checkpoints: 1,
      vouched_to: seq,
    });
    const stored = await app.database.query<{ event: string }>(
      'SELECT event FROM audit_event ORDER BY seq',
    );
    expect(lines).toEqual(stored.map(({ event }) => event));
  });

  it('may be of a part of it', async () => {
    const [first = '', ...lines] = await linesOf(auditor, '?after_seq=2');
    expect(readHeader(first)).toMatchObject({ first_seq: 3, seq: await headSeq() });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 3 });
    const [none = '', ...rest] = await linesOf(auditor, '?until=2020-01-01T00:00:00Z');
    expect(readHeader(none)).toMatchObject({ first_seq: 1, seq: 0, head: '' });
    expect(rest).toEqual([]);
    const [late = ''] = await linesOf(auditor, '?since=2999-01-01T00:00:00Z');
    expect(readHeader(late)).toMatchObject({ head: '' });
    const bad = await auditor.get(`${EXPORT}?since=2026-02-30T00:00:00Z`).expect(400);
    expect(bad.body).toMatchObject({ code: 'query-invalid' });
  });

  it('gives an auditor of one namespace what is of it, and no totals', async () => {
    await register(adminOf(app), 'crm.hidden').expect(201);
    const [first = '', ...lines] = await linesOf(narrow);
    const events = lines.map((line) => JSON.parse(line) as { tool_id: string; seq: number });
    expect(events.map(({ tool_id: toolId }) => toolId)).toEqual(['support.exported']);
    expect(readHeader(first)).toMatchObject({
      seq: events[0]?.seq,
      namespaces: ['support'],
      checkpoint: null,
    });
  });

  it('waits for a slow reader, and ends when the reader has left', async () => {
    const repository = app.app.get(AuditRepository);
    const inRange = repository.inRange.bind(repository);
    const [event] = await seeing(
      () => EVERYTHING,
      () => inRange({ first: 1n, last: 1n, namespaces: null }, 0n, 1),
    );
    let read = 0;
    // A trail without an end.
    repository.inRange = (_range, after, count) => {
      read += 1;
      if (read > 1_000) throw new Error('it is read on and on');
      const batch = Array.from({ length: count }, (_, at) => ({
        hash: event?.hash ?? '',
        event: event?.event ?? '',
        seq: after + BigInt(at) + 1n,
      }));
      return Promise.resolve(batch);
    };
    try {
      const address = await listeningAddress(app);
      const headers = { authorization: `Bearer ${auditor.token}` };
      const asked = get(`${address}${EXPORT}`, { headers });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      let before = -1;
      while (before !== read) {
        before = read;
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      }
      // What fits into the buffers in between, and not one batch more.
      expect(read).toBeLessThan(200);
      response.destroy();
      await once(response, 'close');
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
      const atEnd = read;
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
      expect(read).toBe(atEnd);
    } finally {
      repository.inRange = inRange;
    }
  });
});

/** What only the owner of the database could do: triggers are in everybody's way. */
const tamper = (sql: string) =>
  app.database.query(
    `SET session_replication_role = replica; ${sql}; RESET session_replication_role`,
  );

describe('a trail that was rewritten in the database', () => {
  it('is not what was signed, though it fits itself, and is not signed again', async () => {
    const intact = await auditor.get('/v1/audit-events/verification').expect(200);
    expect(intact.body).toMatchObject({ valid: true });
    expect(intact.body.checkpoints).toBeGreaterThan(2);
    // The last events are gone, and the head says so too: nothing but the checkpoints knows.
    await tamper(`
      DELETE FROM audit_event WHERE seq > 3;
      UPDATE catalog_head SET audit_seq = 3, audit_hash = (SELECT hash FROM audit_event WHERE seq = 3)`);
    const cut = await auditor.get('/v1/audit-events/verification').expect(200);
    expect(cut.body).toMatchObject({ valid: false, events: 3, broken_at: 4 });
    const answer = await auditor.post(CHECKPOINTS).expect(409);
    expect(answer.body).toMatchObject({ code: 'trail-broken' });
  });
});
