import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller } from '../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('verifying the audit trail as the auditor of one namespace', () => {
  it('is refused, since the totals count what others do', async () => {
    const narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
    const answer = await narrow.get('/v1/audit-events/verification').expect(403);
    expect(answer.body).toMatchObject({ code: 'permission-missing' });
    expect(answer.body).not.toHaveProperty('events');
  });

  it('is open to whoever audits every namespace, by whatever words', async () => {
    const every = await makeCaller(app, { permissions: ['audit'], namespaces: ['*'] });
    await every.get('/v1/audit-events/verification').expect(200);
  });
});

/** What only the owner of the database could do: the trigger is in everybody's way. */
const tamper = (sql: string) =>
  app.database.query(
    `SET session_replication_role = replica; ${sql}; RESET session_replication_role`,
  );

describe('verifying the audit trail', () => {
  it('holds over everything that concurrent writers appended', async () => {
    const auditor = await makeCaller(app, { permissions: ['audit'] });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        makeCaller(app, { subject: `writer-${index}`, permissions: ['read'] }),
      ),
    );
    const answer = await auditor.get('/v1/audit-events/verification').expect(200);
    const [head] = await app.database.query<{ audit_hash: string; audit_seq: string }>(
      'SELECT audit_hash, audit_seq FROM catalog_head',
    );
    expect(answer.body).toEqual({
      valid: true,
      events: Number(head?.audit_seq),
      head: head?.audit_hash,
      first_seq: 1,
      checkpoints: 0,
    });
    expect(answer.body.events).toBeGreaterThanOrEqual(22);
  });

  it('cannot be changed by the service, in no way', async () => {
    for (const sql of [
      `UPDATE audit_event SET event = '{}'`,
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
    ]) {
      await expect(app.database.query(sql)).rejects.toThrow();
    }
  });

  it('says where somebody with the keys to the database changed it', async () => {
    const auditor = await makeCaller(app, { permissions: ['audit'] });
    await tamper(
      `UPDATE audit_event SET event = replace(event, 'bootstrap', 'nobody') WHERE seq = 3`,
    );
    const answer = await auditor.get('/v1/audit-events/verification').expect(200);
    expect(answer.body).toMatchObject({ valid: false, events: 2, broken_at: 3 });
  });
});
