import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import { listeningAddress, runCli } from '../../support/cli.js';

interface Report {
  readonly totals: Record<string, number>;
  readonly servers: readonly {
    readonly tools: readonly Record<string, unknown>[];
  }[];
}

const tool = (name: string, more: object = {}): object => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string', maxLength: 10 } } },
  ...more,
});

describe('quartermaster import tools-list', () => {
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    app = await startApp();
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-import-'));
    const publisher = await makeCaller(app, {
      permissions: ['publish', 'read'],
      namespaces: ['*'],
    });
    env = { QM_URL: await listeningAddress(app), QM_TOKEN: publisher.token };
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const listFile = async (name: string, document: unknown): Promise<string> => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
    return path;
  };
  const importing = async (...argv: readonly string[]) => {
    const result = await runCli(
      ['import', 'tools-list', ...argv, '--owner', 'platform', '--json'],
      env,
    );
    return { ...result, report: JSON.parse(result.out) as Report };
  };
  const outcomes = ({ servers }: Report) =>
    servers.flatMap(({ tools }) => tools.map(({ tool_id, outcome }) => `${tool_id} ${outcome}`));

  it('registers every tool as a draft, and says unchanged the second time', async () => {
    const file = await listFile('first', { tools: [tool('read'), tool('write file')] });
    const first = await importing(file);
    expect(first.code).toBe(0);
    expect(first.report.totals).toMatchObject({ tools: 2, created: 2, quarantined: 0 });
    const second = await importing(file);
    expect(second.code).toBe(0);
    expect(second.report.totals).toMatchObject({ tools: 2, created: 0, unchanged: 2 });
  });

  it('keeps what was guessed under proposed, for a person to confirm', async () => {
    const hints = { readOnlyHint: true, vendor: { a: 1 } };
    await importing(await listFile('guess', [tool('look', { annotations: hints })]));
    const { body } = await adminOf(app).get('/v1/tools/guess.look/versions/0.1.0').expect(200);
    expect(body).toMatchObject({
      state: 'draft',
      side_effect: false,
      annotations: hints,
      target: { kind: 'mcp', server: 'guess', tool: 'look' },
      proposed: expect.arrayContaining(['/side_effect', '/policy/risk_level', '/timeout_ms']),
    });
  });

  it('sets bad tools aside with the place and takes the others', async () => {
    const document = [
      tool('good'),
      tool('remote', {
        inputSchema: { type: 'object', properties: { a: { $ref: 'http://x.y/z' } } },
      }),
      tool('untyped', { title: 7 }),
      tool('both', { annotations: { readOnlyHint: true, destructiveHint: true } }),
      tool('fine'),
    ];
    const { code, report } = await importing(await listFile('mixed', document));
    expect(code).toBe(1);
    expect(outcomes(report).sort()).toEqual([
      'mixed.both quarantined',
      'mixed.fine created',
      'mixed.good created',
      'mixed.remote quarantined',
      'mixed.untyped quarantined',
    ]);
    const aside = report.servers[0]?.tools.filter(({ outcome }) => outcome === 'quarantined');
    expect(aside).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ source: '/1', pointer: '/input_schema/properties/a/$ref' }),
        expect.objectContaining({ source: '/2', code: 'body-invalid', pointer: '/title' }),
        expect.objectContaining({ source: '/3', code: 'annotations-contradict' }),
      ]),
    );
  });

  it('sets aside one that cannot even be read, and a file that holds no list', async () => {
    const broken = await listFile('numbers', '{"tools":[{"name":"a","x":1e400},{"name":"b"}]}');
    const other = await listFile('other', { resources: [] });
    const good = await listFile('good', [tool('one')]);
    const { code, report } = await importing(broken, other, good);
    expect(code).toBe(1);
    expect(report).toMatchObject({ unreadable: [{ file: other, code: 'not-a-tools-list' }] });
    expect(outcomes(report)).toEqual([
      'numbers.b quarantined',
      'null quarantined',
      'good.one created',
    ]);
  });

  it('never lets one server take the tool of another', async () => {
    const one = await listFile('server', [tool('x')]);
    const two = await listFile('Server!', [tool('x', { description: 'Another.' })]);
    const { code, report } = await importing(one, two);
    expect(code).toBe(1);
    expect(report.servers[1]?.tools).toMatchObject([{ code: 'tool-id-repeated' }]);
  });

  it('writes nothing in a dry run, and says the same', async () => {
    const file = await listFile('dry', [tool('a'), tool('b')]);
    const { code, report } = await importing(file, '--dry-run');
    expect(code).toBe(0);
    expect(report).toMatchObject({ dry_run: true, totals: { created: 2 } });
    await adminOf(app).get('/v1/tools/dry.a').expect(404);
  });

  it('takes policy and corrections from a profile', async () => {
    const file = await listFile('files', [tool('delete'), tool('list')]);
    const profile = join(folder, 'profile.yaml');
    await writeFile(
      profile,
      `policy: { allowed_roles: [operator], allowed_tenants: ['*'], task_types: [ops] }
tools:
  - match: files.delete
    risk_level: L4
    timeout_ms: 1000
  - match: '*.list'
    risk_level: L1
    side_effect: false
`,
    );
    expect((await importing(file, '--profile', profile, '--version', '2.0.0')).code).toBe(0);
    const { body } = await adminOf(app).get('/v1/tools/files.delete/versions/2.0.0').expect(200);
    expect(body).toMatchObject({ timeout_ms: 1000 });
    const policy = await adminOf(app).get('/v1/tools/files.list/policy').expect(200);
    expect(policy.body).toMatchObject({ risk_level: 'L1', allowed_roles: ['operator'] });
  });

  it('prints a table with a row for each server and each tool set aside', async () => {
    const file = await listFile('table', [tool('a'), tool('b', { inputSchema: 7 })]);
    const { code, out } = await runCli(['import', 'tools-list', file, '--owner', 'x'], env);
    expect(code).toBe(1);
    expect(out).toMatch(/^namespace +version +tools +created/m);
    expect(out).toMatch(/^table +0\.1\.0 +2 +1 +· +· +1 /m);
    expect(out).toMatch(/^table\.b +body-invalid +\/input_schema /m);
    expect(out).toContain('2 tools in 1 file: 1 created, 0 unchanged, 1 quarantined.');
  });

  it('ends with 1 for a namespace that the key was not granted', async () => {
    const { token } = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    const file = await listFile('foreign', [tool('a')]);
    const argv = ['import', 'tools-list', file, '--owner', 'x'];
    const { code, out } = await runCli(argv, { ...env, QM_TOKEN: token });
    expect(code).toBe(1);
    expect(out).toMatch(/^foreign\.a +namespace-forbidden/m);
  });

  it('ends with 1 for a key that is not known', async () => {
    const file = await listFile('keyless', [tool('a')]);
    const argv = ['import', 'tools-list', file, '--owner', 'x'];
    const { code, err } = await runCli(argv, { ...env, QM_TOKEN: 'qm_nobody_x' });
    expect(code).toBe(1);
    expect(err).toContain('(unauthenticated)');
  });
});
