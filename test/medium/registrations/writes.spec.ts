import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { RegisterVersion } from '../../../apps/api/src/features/registrations/register-version.js';
import { RegisterVersions } from '../../../apps/api/src/features/registrations/register-versions.js';
import { ReadVersion } from '../../../apps/api/src/features/versions/read-version.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import type { JsonObject } from '../../../apps/core/src/json/value.js';
import type { Step } from '../../../apps/api/src/database/at-once.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { POOL_SIZE } from '../../../apps/api/src/database/pool.js';
import { EVERYTHING, seeing, sightOf } from '../../../apps/api/src/database/sight.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { RegistrationWritesRepository } from '../../../apps/api/src/features/registrations/registration-writes.repository.js';
import { RegistrationsRepository } from '../../../apps/api/src/features/registrations/registrations.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { firstManifestOf, forceState, OPEN_POLICY } from '../../support/catalog.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const context: RequestContext = {
  caller: { keyId: 'k', subject: 'ci', kind: 'pipeline', grant: { permissions: ['admin'] } },
  requestId: 'r',
};

const asService = <T>(work: () => Promise<T>): Promise<T> => seeing(() => EVERYTHING, work);

/** Texts that quoting, escaping or a transport as JSON could change. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\',
        '"',
        "'",
        '{',
        ',',
        '}',
        '\n',
        '\t',
        '\u2028',
        '\\u0000',
        '$1',
        '?',
        '%',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}x`)
  .filter((made) => !/[\0\p{Surrogate}]/u.test(made));

describe('what a registration writes', () => {
  it('comes back letter by letter, whatever letters they are', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        count += 1;
        const path = { tool_id: `text.tool_${count}`, version: '1.0.0' };
        const manifest = firstManifestOf({
          description: one,
          tags: [one.slice(0, 60)],
          input_schema: {
            type: 'object',
            properties: { [other]: { type: 'string', enum: [one, other] } },
          },
          aliases: [one],
          example_queries: [other],
        });
        await asService(() =>
          app.app.get(RegisterVersion).execute(
            // Made of nothing but JSON.
            { ...path, manifest: manifest as JsonObject, dryRun: false, refuseDrift: true },
            context,
          ),
        );
        const stored = await asService(() => app.app.get(ReadVersion).view(path));
        expect(stored).toMatchObject({
          description: one,
          tags: manifest['tags'],
          input_schema: manifest['input_schema'],
        });
        const [tool] = await app.database.query(
          'SELECT aliases, example_queries FROM tool WHERE tool_id = $1',
          [path.tool_id],
        );
        expect(tool).toEqual({ aliases: [one], example_queries: [other] });
      }),
      { numRuns: 40 },
    );
  });

  it('raises the revision of the catalog by what candidates could see, and nothing else', async () => {
    const revision = async () => {
      const [row] = await app.database.query<{ revision: string }>(
        'SELECT revision FROM catalog_head',
      );
      return Number(row?.revision);
    };
    const register = (dryRun: boolean, toolId = 'count.tool') =>
      asService(() =>
        app.app.get(RegisterVersion).execute(
          {
            tool_id: toolId,
            version: '1.0.0',
            manifest: firstManifestOf() as JsonObject,
            dryRun,
            refuseDrift: false,
          },
          context,
        ),
      );
    const before = await revision();
    await register(true);
    expect(await revision()).toBe(before);
    await register(false);
    expect(await revision()).toBe(before);
    await register(false);
    expect(await revision()).toBe(before);
    await register(false, 'seen.tool');
    await forceState(app, 'seen.tool', '1.0.0', 'enabled');
    expect(await revision()).toBeGreaterThan(before);
  });

  it('says which grants and dates a new tool starts with', async () => {
    const [row] = await app.database.query(
      `SELECT t.servable, t.ever_left_draft, t.created_at = t.updated_at AS untouched,
         p.changed_by, p.reason, p.approved_by, r.note, n.namespace_key
       FROM tool AS t
       JOIN policy_revision AS p USING (tool_id)
       JOIN presentation_revision AS r USING (tool_id)
       JOIN namespace AS n USING (namespace)
       WHERE t.tool_id = 'count.tool'`,
    );
    expect(row).toEqual({
      servable: false,
      ever_left_draft: false,
      untouched: true,
      changed_by: 'ci',
      reason: null,
      approved_by: null,
      note: null,
      namespace_key: 'count',
    });
  });
});

describe('a registration that is written as it was decided', () => {
  const other = { ...OPEN_POLICY, allowed_roles: ['operator'] };
  const register = (tool_id: string, version: string, more: object = {}, dryRun = false) =>
    asService(() =>
      app.app.get(RegisterVersion).execute(
        {
          ...{ tool_id, version, dryRun, refuseDrift: false },
          // Made of nothing but JSON.
          manifest: firstManifestOf({
            description: `${tool_id} ${version}`,
            ...more,
          }) as JsonObject,
        },
        context,
      ),
    );

  it('is decided anew where something changed since, and keeps nobody else from it', async () => {
    await register('late.tool', '1.0.0');
    const repository = app.app.get(RegistrationsRepository);
    const load = repository.load.bind(repository);
    const loading = jest.spyOn(repository, 'load').mockImplementation(async (toolIds) => {
      const stored = await load(toolIds);
      // From here on a registration no longer changes the policy.
      if (toolIds[0] === 'late.tool') await forceState(app, 'late.tool', '1.0.0', 'enabled');
      return stored;
    });
    const saving = jest.spyOn(app.app.get(RegistrationWritesRepository), 'saveAsDecided');
    const [late, ...others] = await Promise.all([
      register('late.tool', '2.0.0', { policy: other }),
      ...['a', 'b', 'c'].map((name) => register(`late.${name}`, '1.0.0')),
    ]);
    loading.mockRestore();
    expect(late).toMatchObject({
      policy_version: 1,
      drift: ['/policy/allowed_roles'],
      updated: [],
    });
    expect(others.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const saved = await Promise.all(saving.mock.results.map(({ value }) => value as unknown));
    saving.mockRestore();
    expect(saved.filter((at) => at === null)).toHaveLength(1);
  });

  it('answers what is read afterwards', async () => {
    const { outcome, replaced, updated, drift, ...told } = await register('told.tool', '1.0.0');
    expect({ outcome, replaced, updated, drift }).toMatchObject({ outcome: 'created' });
    const path = { tool_id: 'told.tool', version: '1.0.0' };
    expect(told).toEqual(await asService(() => app.app.get(ReadVersion).view(path)));
  });

  it('is decided anew where somebody else makes its namespace in another spelling', async () => {
    const other = new pg.Client({ connectionString: app.database.url });
    await other.connect();
    await other.query(
      `BEGIN; INSERT INTO namespace (namespace, namespace_key) VALUES ('RACE', 'race')`,
    );
    const refused = expect(register('race.tool', '1.0.0', {}, true)).rejects.toThrow(
      'tool-id-taken',
    );
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'transactionid'`;
    while ((await app.database.query(waiting)).length === 0);
    await other.query('COMMIT');
    await refused;
    await other.end();
  });

  it('is undone where a later step fails, and sees what its caller may', async () => {
    const database = app.app.get(Database);
    const step = (text: string): Step => ({ statement: { name: text, text }, values: [] });
    const made = step(`INSERT INTO namespace (namespace, namespace_key) VALUES ('half', 'half')`);
    const failing = asService(() =>
      database.atOnce([made, step('SELECT 1 / (now() < now())::int')]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    const count = step(
      `SELECT count(*) FROM namespace WHERE namespace IN ('half', 'told', 'late')`,
    );
    expect(await asService(() => database.readAtOnce(count))).toEqual([['2']]);
    const stranger = sightOf('k', { permissions: ['read'], namespaces: ['told'] });
    expect(await database.readAtOnce(count, stranger)).toEqual([['1']]);
  });
});

describe('registrations beside whoever holds a row for longer', () => {
  let holder: pg.Client;
  let patient: pg.Client;
  beforeEach(async () => {
    [holder, patient] = [0, 1].map(() => new pg.Client(app.database.url)) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), patient.connect()]);
    await holder.query('BEGIN');
  });
  afterEach(() => Promise.all([holder.end(), patient.end()]));

  const waiters = async (): Promise<number> => {
    const [row] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.count ?? 0;
  };
  const item = (tool_id: string) => ({
    ...{ tool_id, version: '1.0.0' },
    manifest: firstManifestOf({ description: tool_id }) as JsonObject,
  });
  const register = (tool_id: string) =>
    asService(() =>
      app.app
        .get(RegisterVersion)
        .execute({ ...item(tool_id), dryRun: false, refuseDrift: false }, context),
    );
  const bulk = (...toolIds: string[]) =>
    asService(() =>
      app.app.get(RegisterVersions).execute({ items: toolIds.map(item), dryRun: false }, context),
    );

  it('do not all wait for the one that has to', async () => {
    await register('held.first');
    await holder.query(`SELECT 1 FROM namespace WHERE namespace = 'held' FOR UPDATE`);
    const held = register('held.second');
    const free = register('free.first').then(({ outcome }) => outcome);
    while ((await waiters()) === 0) await sleep(5);
    const isOver = patient
      .query(`SET lock_timeout = '4s'`)
      .then(() => patient.query(`SELECT 1 FROM namespace WHERE namespace = 'held' FOR UPDATE`))
      .then(
        () => 'let in',
        () => 'out of patience',
      );
    expect(await Promise.race([free, isOver])).toBe('created');
    await holder.query('ROLLBACK');
    expect((await held).outcome).toBe('created');
    await isOver;
  });

  it('leave connections to those who read', async () => {
    await register('read.tool');
    await holder.query('SELECT 1 FROM catalog_head FOR UPDATE');
    const bulks = Array.from({ length: 10 }, (_, n) => bulk(`many_${n}.a`, `many_${n}.b`));
    const transactions = app.app.get(Transactions);
    // All that there is room for, and the others in line.
    const isSettled = async () => {
      const count = await waiters();
      return count === POOL_SIZE || count + transactions.waiting === bulks.length;
    };
    while (!(await isSettled())) await sleep(5);
    const path = { tool_id: 'read.tool', version: '1.0.0' };
    const read = await asService(() => app.app.get(ReadVersion).view(path)).catch(String);
    expect(read).toMatchObject(path);
    await holder.query('ROLLBACK');
    const answers = await Promise.all(bulks);
    expect(answers.map(({ counts }) => counts.created)).toEqual(Array(10).fill(2));
  });
});
