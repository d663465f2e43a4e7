import pino from 'pino';
import { appendAudit, type AuditEntry } from '../../../apps/api/src/database/audit-trail.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { AuditRepository } from '../../../apps/api/src/features/audit/audit.repository.js';
import { CheckpointsRepository } from '../../../apps/api/src/features/audit/checkpoints.repository.js';
import { FollowTrail } from '../../../apps/api/src/features/audit/follow-trail.js';
import { VerifyChain } from '../../../apps/api/src/features/audit/verify-chain.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

const AUDITOR = {
  caller: { keyId: 'k', subject: 's', kind: 'person', grant: { permissions: ['audit'] } },
  requestId: 'r',
} as const;

const WRITERS = 60;

const rollsBack = (writer: number): boolean => writer % 3 === 0;
const isCutOff = (writer: number): boolean => writer % 20 === 1;

let store: TestDatabase;
let replicas: Database[];
beforeAll(async () => {
  store = await createDatabase();
  // To the server two pools are two processes.
  replicas = [1, 2].map(() => new Database(store.url, pino({ level: 'silent' })));
});
afterAll(async () => {
  await Promise.all(replicas.map((database) => database.onApplicationShutdown()));
  await store.drop();
});

const entriesOf = (writer: number): AuditEntry[] =>
  Array.from({ length: 1 + (writer % 4) }, (_, at) => ({
    actor: { subject: `writer-${writer}`, kind: 'pipeline' },
    action: 'version.registered',
    request_id: `${writer}-${at}`,
  }));

class Undone extends Error {}

describe('writers of the audit trail, at once and on several replicas', () => {
  it('make one chain without a gap or a fork, whoever of them rolls back or is cut off', async () => {
    const transactions = replicas.map((database) => new Transactions(database));
    const kept: string[] = [];
    const lost: unknown[] = [];
    const write = async (writer: number): Promise<void> => {
      const entries = entriesOf(writer);
      const outcome = transactions[writer % 2]?.runAsService(async (tx) => {
        await appendAudit(tx, entries);
        if (rollsBack(writer)) throw new Undone();
        if (isCutOff(writer)) await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
      });
      await outcome?.then(
        () => kept.push(...entries.map(({ request_id: id }) => id)),
        (error: unknown) => {
          if (!rollsBack(writer) && !isCutOff(writer)) lost.push(error);
        },
      );
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => writer).values();
    const work = async (): Promise<void> => {
      for (const writer of writers) await write(writer);
    };
    await Promise.all(Array.from({ length: 10 }, work));
    // Nobody loses against anybody else: they stand in line for the head.
    expect(lost).toEqual([]);

    const rows = await store.query<{ seq: string; event: string }>(
      'SELECT seq, event FROM audit_event ORDER BY seq',
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, at) => at + 1));
    const stored = rows.map(
      ({ event }) => (JSON.parse(event) as { request_id: string }).request_id,
    );
    expect([...stored].sort()).toEqual([...kept].sort());
    // A bulk stays together.
    for (const [at, id] of stored.entries()) {
      if (!id.endsWith('-0')) expect(stored[at - 1]?.split('-')[0]).toBe(id.split('-')[0]);
    }

    const [database] = replicas;
    if (database === undefined) throw new Error('there is no replica');
    const events = new AuditRepository(database);
    const checkpoints = new CheckpointsRepository(database);
    const verify = new VerifyChain(events, checkpoints, new FollowTrail(events));
    expect(await verify.execute(AUDITOR)).toMatchObject({ valid: true, events: rows.length });
  });
});
