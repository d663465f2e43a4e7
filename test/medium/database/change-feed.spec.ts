import pino from 'pino';
import { readSettings } from '../../../apps/api/src/config/env.js';
import {
  CatalogFence,
  type CatalogFollower,
} from '../../../apps/api/src/database/catalog-fence.js';
import {
  ChangeFeed,
  type Changes,
  type ReadAsOf,
  type Revision,
} from '../../../apps/api/src/database/change-feed.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const TOO_MANY = 2_001;

let store: TestDatabase;
let feed: ChangeFeed;

beforeAll(async () => {
  store = await createDatabase();
  await store.query(`INSERT INTO namespace (namespace, namespace_key) VALUES ('crm', 'crm')`);
  await store.query(INSERT_TOOLS, ['a', 2]);
  feed = new ChangeFeed(store.url, () => undefined);
});
afterAll(async () => {
  feed.close();
  await store.drop();
});

const INSERT_TOOLS = `
  INSERT INTO tool (tool_id, tool_key, namespace, owner, example_queries, aliases, policy_digest,
    risk_rank, requires_approval, allowed_roles, allowed_tenants, task_types, servable)
  SELECT 'crm.' || $1 || n, 'crm.' || $1 || n, 'crm', 'o', '{}', '{}', '', 0, false, '{}', '{}', '{}',
    true
  FROM generate_series(1, $2::int) AS n`;

const suspend = (toolId: string): Promise<unknown> =>
  store.query('UPDATE tool SET suspended = NOT suspended WHERE tool_id = $1', [toolId]);

const changesAfter = async (after: Revision): Promise<Changes | null> =>
  (await feed.advance(after, () => Promise.resolve())).changes;

describe('the feed of changes', () => {
  it('tells each tool once, from a catalog on that nothing was ever changed in', async () => {
    const before = await feed.revision();
    expect(await changesAfter(before)).toEqual({ toolIds: [], keyIds: [] });
    await suspend('crm.a1');
    await suspend('crm.a2');
    await suspend('crm.a1');
    const changes = await changesAfter(before);
    expect(changes?.toolIds.toSorted()).toEqual(['crm.a1', 'crm.a2']);
  });

  it('connects anew beside a connection that nothing comes back to', async () => {
    const url = new URL(store.url);
    const network = await TcpProxy.to(Number(url.port));
    url.port = String(network.port);
    network.weather = { kind: 'silent' };
    const behind = new ChangeFeed(url.href, () => undefined);
    const revision = behind.revision();
    await network.nextLoss();
    network.weather = { kind: 'clear' };
    expect(await revision).toEqual(await feed.revision());
    behind.close();
    network.close();
  });

  it('is not moved by a revision that is raised by hand', async () => {
    const before = await feed.revision();
    await store.query('UPDATE catalog_head SET revision = revision + 1, audit_seq = audit_seq + 1');
    expect(await feed.revision()).toEqual(before);
  });

  it('names nothing where one statement changed too much, nor writes it down', async () => {
    const before = await feed.revision();
    await store.query(INSERT_TOOLS, ['many', TOO_MANY]);
    const reached = await feed.revision();
    expect(reached.number).toBe(before.number + 1);
    expect(await changesAfter(before)).toBeNull();
    const rows = await store.query('SELECT tool_ids FROM catalog_change WHERE revision = $1', [
      reached.number,
    ]);
    expect(rows).toEqual([{ tool_ids: null }]);
    expect(await changesAfter(reached)).toEqual({ toolIds: [], keyIds: [] });
  });

  it('names nothing where many statements together did', async () => {
    const before = await feed.revision();
    const half = `UPDATE tool SET suspended = NOT suspended WHERE tool_id IN
      (SELECT tool_id FROM tool ORDER BY tool_id LIMIT 1000)`;
    for (let count = 0; count < 8; count += 1) await store.query(half);
    expect((await changesAfter(before))?.toolIds).toHaveLength(1_000);
    await store.query(half);
    expect(await changesAfter(before)).toBeNull();
  });

  it('names nothing after a truncation', async () => {
    const before = await feed.revision();
    await store.query('TRUNCATE api_key CASCADE');
    expect(await changesAfter(before)).toBeNull();
  });

  it('does not go on from a revision that another history gave to somebody else', async () => {
    const known = await feed.revision();
    await suspend('crm.a1');
    expect(await changesAfter(known)).not.toBeNull();
    expect(await changesAfter({ ...known, token: TOKEN })).toBeNull();
    expect(await changesAfter({ number: known.number + 5, token: TOKEN })).toBeNull();
  });
});

const TOKEN = '00000000-0000-4000-8000-000000000000';

class Follower implements CatalogFollower {
  forgot = 0;
  put = 0;
  sql = 'SELECT 1';

  async prepare(_: Changes, read: ReadAsOf): Promise<() => void> {
    await read(this.sql, []);
    return () => (this.put += 1);
  }

  forget(): void {
    this.forgot += 1;
  }
}

describe('the fence', () => {
  let fence: CatalogFence;
  let follower: Follower;
  beforeEach(async () => {
    fence = new CatalogFence(store.url, readSettings({}), pino({ level: 'silent' }));
    follower = new Follower();
    fence.follow(follower);
    await fence.pass();
  });
  afterEach(() => fence.onApplicationShutdown());

  const told = () => ({ put: follower.put, forgot: follower.forgot });

  it('waits for a change that takes longer to read than the revision may', async () => {
    follower.sql = 'SELECT pg_sleep(0.4)';
    await suspend('crm.a1');
    expect(await fence.pass()).toEqual({ stale: false });
    expect(told()).toEqual({ put: 1, forgot: 0 });
  });

  it.each([
    ['in time', 'SELECT pg_sleep(60)'],
    ['at all', 'SELECT 1 / 0'],
  ])('lets pass, and forgets, where a change cannot be read %s', async (_, sql) => {
    follower.sql = sql;
    await suspend('crm.a1');
    expect(await fence.pass()).toEqual({ stale: false });
    expect(told()).toEqual({ put: 0, forgot: 1 });
    expect(await fence.pass()).toEqual({ stale: false });
    expect(told()).toEqual({ put: 0, forgot: 1 });
    follower.sql = 'SELECT 1';
    await suspend('crm.a1');
    await fence.pass();
    expect(told()).toEqual({ put: 1, forgot: 1 });
  });

  it('forgets where the same number has come again in another history', async () => {
    await store.query(
      `WITH other AS (UPDATE catalog_head SET revision_token = gen_random_uuid() RETURNING *)
       UPDATE catalog_change AS c SET token = other.revision_token FROM other
       WHERE c.revision = other.revision`,
    );
    await fence.pass();
    expect(told()).toEqual({ put: 0, forgot: 1 });
    await suspend('crm.a1');
    await fence.pass();
    expect(told()).toEqual({ put: 1, forgot: 1 });
  });
});
