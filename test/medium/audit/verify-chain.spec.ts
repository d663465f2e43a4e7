import pino from 'pino';
import { Database } from '../../../apps/api/src/database/database.js';
import { AuditRepository } from '../../../apps/api/src/features/audit/audit.repository.js';
import { CheckpointsRepository } from '../../../apps/api/src/features/audit/checkpoints.repository.js';
import { FollowTrail } from '../../../apps/api/src/features/audit/follow-trail.js';
import { VerifyChain } from '../../../apps/api/src/features/audit/verify-chain.js';
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

class CountingRepository extends AuditRepository {
  begun = 0;

  override head() {
    this.begun += 1;
    return super.head();
  }
}

const AUDITOR = {
  caller: { keyId: 'k', subject: 's', kind: 'person', grant: { permissions: ['audit'] } },
  requestId: 'r',
} as const;

describe('verifying the chain', () => {
  it('is done once for all who ask while it runs, and again for who asks later', async () => {
    const repository = new CountingRepository(database);
    const checkpoints = new CheckpointsRepository(database);
    const verify = new VerifyChain(repository, checkpoints, new FollowTrail(repository));
    const answers = await Promise.all([1, 2, 3].map(() => verify.execute(AUDITOR)));
    expect(answers).toEqual(
      Array(3).fill({ valid: true, events: 0, head: '', first_seq: 1, checkpoints: 0 }),
    );
    expect(repository.begun).toBe(1);
    await verify.execute(AUDITOR);
    expect(repository.begun).toBe(2);
  });
});
