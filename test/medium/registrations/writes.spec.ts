import { jest } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { RegisterVersion } from '../../../apps/api/src/features/registrations/register-version.js';
import { RegisterVersions } from '../../../apps/api/src/features/registrations/register-versions.js';
import { ReadVersion } from '../../../apps/api/src/features/versions/read-version.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import type { JsonObject } from '../../../apps/core/src/json/value.js';
import { Log } from '../../../apps/api/src/config/log.js';
import type { Step } from '../../../apps/api/src/database/at-once.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../apps/api/src/database/failure.js';
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

  it('is nothing where all of it is there already, which is found out at once, too', async () => {
    const item = {
      ...{ tool_id: 'told.again', version: '1.0.0' },
      manifest: firstManifestOf() as JsonObject,
    };
    const repository = app.app.get(RegistrationWritesRepository);
    const saved: unknown[] = [];
    const saving = (['saveAsDecided', 'saveAllAsDecided'] as const).map((name) => {
      const save = repository[name].bind(repository);
      return jest.spyOn(repository, name).mockImplementation(async (decided) => {
        const at = await save(decided);
        saved.push(at);
        return at;
      });
    });
    for (const outcome of ['created', 'unchanged']) {
      const { items } = await asService(() =>
        app.app.get(RegisterVersions).execute({ items: [item], dryRun: false }, context),
      );
      expect(items).toMatchObject([{ outcome }]);
    }
    for (const spy of saving) spy.mockRestore();
    expect(saved).toEqual([expect.any(Date), expect.any(Date)]);
  });

  it('is not done again where it may be done, and others may have gone on from it', async () => {
    const item = (description: string) => ({
      ...{ tool_id: 'told.once', version: '1.0.0' },
      manifest: firstManifestOf({ description }) as JsonObject,
    });
    const transactions = app.app.get(Transactions);
    const send = transactions.atOnce.bind(transactions);
    const sending = jest.spyOn(transactions, 'atOnce').mockImplementationOnce(async (...asked) => {
      await send(...asked);
      await register('told.once', '1.0.0', { description: 'later' });
      throw new OutcomeUnknown(new Error('Connection terminated unexpectedly'));
    });
    const answer = asService(() =>
      app.app.get(RegisterVersions).execute({ items: [item('first')], dryRun: false }, context),
    );
    await expect(answer).rejects.toBeInstanceOf(DatabaseUnavailable);
    sending.mockRestore();
    const path = { tool_id: 'told.once', version: '1.0.0' };
    const stored = await asService(() => app.app.get(ReadVersion).view(path));
    expect(stored).toMatchObject({ description: 'later' });
  });

  it.each([
    ['the line was lost', new OutcomeUnknown(new Error('Connection terminated')), 0],
    ['the way is at fault, and the log told', new Error('no such function'), 1],
  ])('is done under locks where %s', async (_, error, faults) => {
    const failing = jest.spyOn(app.app.get(Transactions), 'atOnce').mockRejectedValueOnce(error);
    const told = jest.spyOn(app.app.get(Log), 'error');
    const answer = await register(`told.late_${faults}`, '1.0.0', {});
    expect([answer.outcome, told.mock.calls.length]).toEqual(['created', faults]);
    for (const spy of [failing, told]) spy.mockRestore();
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
    expect(await asService(() => database.readAtOnce([count]))).toEqual([['2']]);
    const stranger = sightOf('k', { permissions: ['read'], namespaces: ['told'] });
    expect(await database.readAtOnce([count], stranger)).toEqual([['1']]);
  });
});
