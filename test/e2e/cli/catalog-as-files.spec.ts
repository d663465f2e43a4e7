import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import {
  firstManifestOf,
  forceState,
  manifestOf,
  OPEN_POLICY,
  register,
} from '../../support/catalog.js';
import { listeningAddress, runCli, type CliResult } from '../../support/cli.js';

const FIXTURES = 'test/fixtures/valid';

describe('a catalog as files', () => {
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;

  const cli = (...argv: readonly string[]): Promise<CliResult> => runCli(argv, env);
  const json = async (...argv: readonly string[]): Promise<Record<string, unknown>> => {
    const result = await cli(...argv, '--json');
    return JSON.parse(result.out) as Record<string, unknown>;
  };

  beforeAll(async () => {
    app = await startApp();
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-export-'));
    env = { QM_URL: await listeningAddress(app), QM_TOKEN: adminOf(app).token };
    await fill();
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Every manifest that is known to be odd, and a tool with several versions in several states. */
  const fill = async (): Promise<void> => {
    const admin = adminOf(app);
    const names = (await readdir(FIXTURES)).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      const text = await readFile(join(FIXTURES, name), 'utf8');
      const more = JSON.stringify({ owner: 'platform', policy: OPEN_POLICY }).slice(1);
      const whole = text.includes('"policy"') ? text : `${text.trimEnd().slice(0, -1)},${more}`;
      const path = `/v1/tools/odd.${name.replace(/\.json$/, '')}/versions/1.0.0`;
      await admin.put(path).type('application/json').send(whole).expect(201);
    }
    await register(admin, 'support.open').expect(201);
    await forceState(app, 'support.open', '1.0.0', 'enabled');
    const clarified = manifestOf({
      description: 'Answers what it is asked, briefly.',
      changes: [{ path: '/description', meaning: 'clarified' }],
    });
    await register(admin, 'support.open', '1.0.1', clarified).expect(201);
    await register(admin, 'support.close', '0.1.0', firstManifestOf({ aliases: ['shut'] })).expect(
      201,
    );
  };

  const digestsOf = async (of: TestApp): Promise<string[]> => {
    const rows = await of.database.query<{ line: string }>(
      `SELECT concat_ws(' ', v.tool_id, v.version, v.contract_digest, t.policy_digest, v.changes,
         v.proposed, t.owner, t.aliases, t.example_queries) AS line
       FROM tool_version AS v JOIN tool AS t USING (tool_id) ORDER BY 1`,
    );
    return rows.map(({ line }) => line);
  };

  it('is exported whole and registered again with equal digests on an empty one', async () => {
    const file = join(folder, 'catalog.yaml');
    expect(await cli('export', '--file', file)).toMatchObject({ code: 0 });
    const other = await startApp();
    const elsewhere = { QM_URL: await listeningAddress(other), QM_TOKEN: adminOf(other).token };
    const applied = await runCli(['apply', file], elsewhere);
    expect(applied).toMatchObject({ code: 0, err: '' });
    const [here, there] = [await digestsOf(app), await digestsOf(other)];
    await other.stop();
    expect(here.length).toBeGreaterThan(15);
    expect(there).toEqual(here);
  });

  it('changes nothing where it is applied to itself', async () => {
    const file = join(folder, 'support.json');
    const { out } = await cli('export', '--namespace', 'support', '--json');
    await writeFile(file, out);
    expect(await json('apply', file)).toMatchObject({
      counts: { created: 0, replaced: 0, unchanged: 3 },
    });
    const latest = await json('export', '--namespace', 'support', '--latest');
    expect(latest['tools']).toMatchObject([
      { tool_id: 'support.close', version: '0.1.0', aliases: ['shut'] },
      { tool_id: 'support.open', version: '1.0.0' },
    ]);
  });

  it('is exported only to a key that reads it whole', async () => {
    const grant = { permissions: ['candidates'], tenants: ['a'], roles: ['b'], max_risk: 'L4' };
    const { token } = await makeCaller(app, grant);
    const { code, err } = await runCli(['export', 'support.open'], { ...env, QM_TOKEN: token });
    expect(code).toBe(1);
    expect(err).toContain('permission read');
  });

  it('is listed, a page after the other', async () => {
    const all = await json('list');
    expect((all['items'] as unknown[]).length).toBe((await digestsOf(app)).length - 1);
    expect((await cli('list', '--state', 'enabled')).out).toMatch(/^support\.open +1\.0\.0 +L0 /m);
    expect(((await json('list', '--limit', '2'))['items'] as unknown[]).length).toBe(2);
  });

  it('is told tool by tool why a caller may not use it', async () => {
    const caller = ['--role', 'operator', '--tenant', 'acme', '--task-type', 'support'];
    expect(await json('explain', 'support.close', ...caller)).toMatchObject({
      tools: [{ tool_id: 'support.close', removed_by: 'servable' }],
    });
    const { out } = await cli('explain', 'support.open', ...caller);
    expect(out).toMatch(/^support\.open +nothing +a candidate$/m);
    expect((await cli('explain', 'no.such', ...caller)).code).toBe(1);
    expect((await cli('explain')).code).toBe(2);
  });

  it('is locked, and has drifted once another version is served', async () => {
    const lock = ['--file', join(folder, 'quartermaster.lock')];
    await cli('lock', '--namespace', 'support', ...lock);
    const written = JSON.parse(await readFile(lock[1] ?? '', 'utf8')) as object;
    expect(written).toMatchObject({
      lock: 1,
      namespaces: ['support'],
      tools: { 'support.open': { version: '1.0.0' } },
    });
    expect(await cli('lock', 'verify', ...lock)).toMatchObject({ code: 0 });
    await forceState(app, 'support.open', '1.0.1', 'enabled');
    await forceState(app, 'support.close', '0.1.0', 'enabled');
    const verified = await cli('lock', 'verify', ...lock, '--json');
    expect(verified.code).toBe(1);
    expect(JSON.parse(verified.out)).toMatchObject({
      ok: false,
      drift: [
        { tool_id: 'support.close', kind: 'new' },
        { tool_id: 'support.open', kind: 'moved', served: { version: '1.0.1' } },
      ],
    });
  });

  it('is locked as an agent sees it, too', async () => {
    const grant = { permissions: ['candidates'], tenants: ['a'], roles: ['b'] };
    const { token } = await makeCaller(app, grant);
    const lock = ['--file', join(folder, 'agent.lock')];
    const agent = { ...env, QM_TOKEN: token };
    expect(await runCli(['lock', 'support.open', ...lock], agent)).toMatchObject({ code: 0 });
    expect(await runCli(['lock', 'verify', ...lock], agent)).toMatchObject({ code: 0 });
    expect(await runCli(['lock', 'no.such', ...lock], agent)).toMatchObject({ code: 1 });
  });
});
