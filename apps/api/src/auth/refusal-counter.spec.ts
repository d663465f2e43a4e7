import pino from 'pino';
import type { AuditEntry } from '../database/audit-trail.js';
import { Database } from '../database/database.js';
import { Transactions } from '../database/transaction.js';
import type { Caller } from './caller.js';
import { RefusalCounter } from './refusal-counter.js';
import { RefusalRepository } from './refusal.repository.js';

const log = pino({ level: 'silent' });
// Never asked for a connection.
const database = new Database('postgresql://127.0.0.1:9/none', log);

class Written extends RefusalRepository {
  readonly batches: (readonly AuditEntry[])[] = [];
  answer: () => Promise<void> = () => Promise.resolve();

  constructor() {
    super(new Transactions(database));
  }

  override async write(entries: readonly AuditEntry[]): Promise<void> {
    await this.answer();
    this.batches.push(entries);
  }
}

const callerOf = (keyId: string): Caller => ({
  keyId,
  subject: 's',
  kind: 'agent',
  grant: { permissions: [] },
});

const CODE = 'permission-missing';

describe('counting refusals', () => {
  let written: Written;
  let counter: RefusalCounter;
  beforeEach(() => {
    written = new Written();
    counter = new RefusalCounter(written, database, log);
  });

  it('keeps what could not be written, and adds to it', async () => {
    counter.count(callerOf('k'), CODE);
    written.answer = () => {
      // Meanwhile it happens again.
      counter.count(callerOf('k'), CODE);
      return Promise.reject(new Error('away'));
    };
    await counter.flush();
    written.answer = () => Promise.resolve();
    await counter.flush();
    expect(written.batches).toMatchObject([[{ detail: { code: CODE, times: 2 } }]]);
  });

  it('tells apart who was behind the tokens of one pipeline', async () => {
    const token = { issuer: 'https://id.example', expiresAt: 0 };
    for (const onBehalfOf of ['rosa', 'ada', 'rosa']) {
      counter.count({ ...callerOf('oidc-1'), token, onBehalfOf }, CODE);
    }
    await counter.flush();
    expect(written.batches).toMatchObject([
      [
        { actor: { on_behalf_of: 'rosa' }, detail: { times: 2 } },
        { actor: { on_behalf_of: 'ada' }, detail: { times: 1 } },
      ],
    ]);
  });

  it('lets no more wait than so many, however long nothing can be written', async () => {
    let made = 0;
    const many = (): void => {
      for (let at = 0; at < 10_000; at += 1) counter.count(callerOf(`k${(made += 1)}`), CODE);
    };
    many();
    written.answer = () => {
      many();
      return Promise.reject(new Error('away'));
    };
    await counter.flush();
    await counter.flush();
    written.answer = () => Promise.resolve();
    await counter.flush();
    expect(written.batches.map((batch) => batch.length)).toEqual([10_000]);
  });

  it('ends the last writing after the one that was under way', async () => {
    let release: () => void = () => undefined;
    written.answer = () => new Promise((done) => (release = done));
    counter.count(callerOf('first'), CODE);
    void counter.flush();
    await Promise.resolve();
    counter.count(callerOf('last'), CODE);
    const last = counter.flush();
    written.answer = () => Promise.resolve();
    release();
    await last;
    expect(written.batches.map(([entry]) => entry?.actor.key_id)).toEqual(['first', 'last']);
  });
});
