import { jest } from '@jest/globals';
import pino from 'pino';
import { appendAudit } from '../../../apps/api/src/database/audit-trail.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { DeliveriesRepository } from '../../../apps/api/src/features/webhooks/deliveries.repository.js';
import { IdempotentAnswersRepository } from '../../../apps/api/src/http/idempotent-answers.repository.js';
import { RateLimitRepository } from '../../../apps/api/src/http/rate-limit.repository.js';
import { VectorsRepository } from '../../../apps/api/src/semantic/vectors.repository.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

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

/** What the clock of the server showed before it was put back by two days. */
const AHEAD = `now() + interval '2 days'`;

describe('while the clock of the service is a day ahead', () => {
  it('the trail has the time of the database, which is one for all replicas', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    const entry = { actor: { subject: 's', kind: 'person' }, action: 'a', request_id: 'r' };
    await new Transactions(database).runAsService((tx) => appendAudit(tx, [entry]));
    clock.mockRestore();
    const [row] = await store.query<{ age: number }>(
      `SELECT abs(extract(epoch FROM now() - at))::integer AS age FROM audit_event`,
    );
    expect(row?.age).toBeLessThan(3_600);
  });
});

describe('after the clock of the database was put back by two days', () => {
  it('a request that died then may be sent again, and no other one in its place', async () => {
    const answers = new IdempotentAnswersRepository(database);
    const answer = { caller: 'ci', key: 'once' };
    expect(await answers.claim(answer, 'print')).toEqual({ outcome: 'first' });
    await store.query(
      `UPDATE idempotent_answer SET locked_until = ${AHEAD}, created_at = ${AHEAD}`,
    );
    expect(await answers.claim(answer, 'another')).toEqual({ outcome: 'other-request' });
    expect(await answers.claim(answer, 'print')).toEqual({ outcome: 'first' });
    expect(await answers.claim(answer, 'print')).toEqual({ outcome: 'running' });
    // What took effect is done for ever, whatever the clock says.
    await store.query(`UPDATE idempotent_answer SET locked_until = 'infinity'`);
    expect(await answers.claim(answer, 'print')).toEqual({ outcome: 'done' });
  });

  it('a limit that was used up fills again, by no more than the time that goes', async () => {
    const limits = new RateLimitRepository(database);
    const draw = { bucket: 'reads k', drawn: 10, capacity: 10, per_second: 10 / 3_600 };
    await limits.settle([draw]);
    await store.query(`UPDATE rate_bucket SET updated_at = ${AHEAD}`);
    const left = await limits.settle([{ ...draw, drawn: 0 }]);
    expect(left.get('reads k')).toBeCloseTo(0);
    await store.query(`UPDATE rate_bucket SET updated_at = updated_at - interval '1 hour'`);
    const later = await limits.settle([{ ...draw, drawn: 0 }]);
    expect(later.get('reads k')).toBeCloseTo(10, 0);
  });

  it('a webhook that was claimed or put off goes on, and so does what was asked for anew', async () => {
    const deliveries = new DeliveriesRepository(database);
    await store.query(
      `INSERT INTO webhook (id, url, namespaces, actions, secret, created_by, created_at,
         position_seq, position_hash, claim, claimed_until, next_attempt_at)
       VALUES ('wh_1', '', '{*}', '{*}', '', 'c', now(), -1, '', 'of a dead process', ${AHEAD}, ${AHEAD})`,
    );
    expect(await deliveries.claim('mine')).toMatchObject({ id: 'wh_1', isDue: true });
    expect(await deliveries.claim('other')).toBeNull();
    await store.query(
      `UPDATE webhook SET position_seq = audit_seq, claimed_until = NULL FROM catalog_head`,
    );
    expect(await deliveries.claim('mine')).toBeNull();
    await store.query(
      `INSERT INTO webhook_dead_letter (id, webhook_id, seq, hash, namespace, action, event, attempts,
         last_error, given_up_at, due_at)
       VALUES ('dl_1', 'wh_1', 1, '', 'a', 'a', '{}', 1, '', ${AHEAD}, ${AHEAD})`,
    );
    expect(await deliveries.claim('mine')).toMatchObject({ id: 'wh_1' });
  });

  it('a version that was claimed to be embedded is embedded', async () => {
    const vectors = new VectorsRepository(database);
    await store.query(
      `INSERT INTO namespace (namespace, namespace_key) VALUES ('a', 'a');
       INSERT INTO tool (tool_id, tool_key, namespace, owner, policy_digest, risk_rank, requires_approval)
       VALUES ('a.b', 'a.b', 'a', 'o', '', 1, false);
       INSERT INTO tool_version (tool_id, version, version_key, contract, contract_digest, description,
         "check", created_by)
       VALUES ('a.b', '1.0.0', '1.0.0', '{}', '', '', '', 'c');`,
    );
    expect(await vectors.claim('tiny', 10)).toHaveLength(1);
    expect(await vectors.claim('tiny', 10)).toHaveLength(0);
    await store.query(`UPDATE version_vector SET claimed_until = ${AHEAD}`);
    expect(await vectors.claim('tiny', 10)).toHaveLength(1);
    expect(await vectors.claim('tiny', 10)).toHaveLength(0);
  });
});
