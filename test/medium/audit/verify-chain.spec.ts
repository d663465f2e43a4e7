import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { appendAudit } from '../../../apps/api/src/database/audit-trail.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { AuditRepository } from '../../../apps/api/src/features/audit/audit.repository.js';
import { CheckpointKey } from '../../../apps/api/src/features/audit/checkpoint-key.js';
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

  it('knows the key of a replica that comes and signs while it runs', async () => {
    const transactions = new Transactions(database);
    await transactions.runAsService((tx) =>
      appendAudit(tx, [
        { actor: { subject: 's', kind: 'person' }, action: 'api-key.created', request_id: 'r' },
      ]),
    );
    const { seq, hash } = await new AuditRepository(database).head();
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const settings = readSettings({ QM_AUDIT_SIGNING_KEY: pem });
    const signing = await new CheckpointKey(settings).get();
    if (signing === null) throw new Error('a key was configured');
    const { keyId, publicKey, sign } = signing;
    class LateRepository extends CheckpointsRepository {
      override async after(...asked: Parameters<CheckpointsRepository['after']>) {
        const at = new Date();
        const checkpoint = sign({
          seq: Number(seq),
          head: hash,
          events: 1,
          at: at.toISOString(),
        });
        await transactions.runAsService(async (tx) => {
          await this.introduce(tx, keyId, publicKey);
          await this.insert(tx, { seq, key_id: keyId, checkpoint, at });
        });
        return super.after(...asked);
      }
    }
    const events = new AuditRepository(database);
    const verify = new VerifyChain(events, new LateRepository(database), new FollowTrail(events));
    expect(await verify.execute(AUDITOR)).toMatchObject({ valid: true, checkpoints: 1 });
  });
});
