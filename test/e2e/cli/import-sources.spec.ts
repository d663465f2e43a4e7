import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import { forceState } from '../../support/catalog.js';
import { listeningAddress, runCli } from '../../support/cli.js';

interface Report {
  readonly totals: Record<string, number>;
  readonly unreadable: readonly object[];
  readonly servers: readonly { readonly tools: readonly Record<string, unknown>[] }[];
}

const operation = (more: object = {}): object => ({
  description: 'Lists pets.',
  parameters: [{ name: 'max-count', in: 'query', schema: { type: 'integer', maximum: 10 } }],
  responses: { 200: { description: 'Fine.' } },
  ...more,
});

const page = (title: string, operations: Record<string, object>, more: object = {}): object => ({
  openapi: '3.0.3',
  info: { title, version: '1.0.0' },
  paths: Object.fromEntries(
    Object.entries(operations).map(([name, get]) => [
      `/${name}`,
      { get: { operationId: name, ...get } },
    ]),
  ),
  ...more,
});

describe('quartermaster import', () => {
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    app = await startApp();
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-openapi-'));
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

  const fileOf = async (name: string, document: object | string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
    return path;
  };
  const openapi = async (document: object | string, ...more: readonly string[]) => {
    const file = await fileOf('api.json', document);
    const argv = ['import', 'openapi', file, '--owner', 'zoo', '--json', ...more];
    const { code, out } = await runCli(argv, env);
    return { code, report: JSON.parse(out) as Report };
  };
  const outcomes = ({ servers }: Report): string[] =>
    servers.flatMap(({ tools }) =>
      tools.map(
        ({ tool_id, version, outcome }) =>
          `${String(tool_id)}@${String(version)} ${String(outcome)}`,
      ),
    );

  it('registers each operation as a draft, and says unchanged the second time', async () => {
    const document = page('First', { list: operation(), show: operation() });
    const first = await openapi(document);
    expect(first.code).toBe(0);
    expect(outcomes(first.report)).toEqual([
      'first.list@1.0.0 created',
      'first.show@1.0.0 created',
    ]);
    const second = await openapi(document);
    expect(second.code).toBe(0);
    expect(second.report.totals).toMatchObject({ created: 0, unchanged: 2 });
    const { body } = await adminOf(app).get('/v1/tools/first.list/versions/1.0.0').expect(200);
    expect(body).toMatchObject({
      side_effect: false,
      implementation: expect.stringMatching(/^sha256:/),
      target: { kind: 'openapi', parameters: [{ argument: 'max_count', name: 'max-count' }] },
      proposed: expect.arrayContaining(['/side_effect', '/policy/risk_level']),
    });
  });

  it('gives what has changed the step that is required, and leaves the others alone', async () => {
    await openapi(page('Steps', { kept: operation(), moved: operation() }));
    for (const tool of ['steps.kept', 'steps.moved']) {
      await forceState(app, tool, '1.0.0', 'enabled');
    }
    const wider = operation({
      parameters: [{ name: 'max-count', in: 'query', schema: { type: 'integer', maximum: 20 } }],
    });
    const minor = await openapi(page('Steps', { kept: operation(), moved: wider }));
    expect(outcomes(minor.report)).toEqual([
      'steps.kept@1.0.0 unchanged',
      'steps.moved@1.1.0 created',
    ]);
    expect(minor.report.servers[0]?.tools[1]).toMatchObject({
      step: { from: '1.0.0', bump: 'minor' },
    });
    const again = await openapi(page('Steps', { kept: operation(), moved: wider }));
    expect(again.report.totals).toMatchObject({ unchanged: 2 });
    const major = await openapi(
      page('Steps', { kept: operation(), moved: operation({ parameters: [] }) }),
    );
    expect(outcomes(major.report)).toContain('steps.moved@2.0.0 created');
  });

  it('replaces a draft that nobody was ever served', async () => {
    await openapi(page('Drafts', { list: operation() }));
    const changed = page('Drafts', { list: operation({ description: 'Lists all pets.' }) });
    const { report } = await openapi(changed);
    expect(outcomes(report)).toEqual(['drafts.list@1.0.0 replaced']);
  });

  it('takes a new wording for a new meaning unless told otherwise', async () => {
    await openapi(page('Words', { list: operation() }));
    await forceState(app, 'words.list', '1.0.0', 'enabled');
    const reworded = page('Words', { list: operation({ description: 'Shows the pets.' }) });
    const asked = await openapi(reworded, '--dry-run');
    expect(outcomes(asked.report)).toEqual(['words.list@2.0.0 created']);
    const told = await openapi(reworded, '--clarified');
    expect(outcomes(told.report)).toEqual(['words.list@1.0.1 created']);
    const again = await openapi(reworded);
    expect(outcomes(again.report)).toEqual(['words.list@1.0.1 unchanged']);
  });

  it('sets a broken operation aside with its place and takes the others', async () => {
    const broken = operation({ parameters: [{ $ref: 'common.yaml#/Limit' }] });
    const { code, report } = await openapi(page('Broken', { bad: broken, good: operation() }));
    expect(code).toBe(1);
    expect(report.servers[0]?.tools).toMatchObject([
      { tool_id: 'broken.good', outcome: 'created' },
      {
        tool_id: 'broken.bad',
        outcome: 'quarantined',
        source: '/paths/~1bad/get',
        code: 'reference-remote',
        pointer: '/paths/~1bad/get/parameters/0/$ref',
      },
    ]);
  });

  it('reads YAML, where codes are numbers, and tells of a file that is no document', async () => {
    const yaml = await fileOf(
      'yaml.yaml',
      `swagger: 2.0
info: {title: Yaml, version: 1.0.0}
paths:
  /a:
    get:
      responses:
        200: {description: Fine., schema: {type: integer, maximum: 9007199254740991}}
        404: {description: None.}
`,
    );
    const other = await fileOf('other.yaml', 'a: [1');
    const argv = ['import', 'openapi', yaml, other, '--owner', 'zoo', '--json'];
    const { code, out } = await runCli(argv, env);
    const report = JSON.parse(out) as Report;
    expect(code).toBe(1);
    expect(outcomes(report)).toEqual(['yaml.get_a@1.0.0 created']);
    expect(report.unreadable).toMatchObject([{ file: other, code: 'bad-document' }]);
    const { body } = await adminOf(app).get('/v1/tools/yaml.get_a/versions/1.0.0').expect(200);
    expect(body).toMatchObject({ errors: [{ code: '404', retryable: false }] });
  });

  it('prints a table of documents, of steps and of what was set aside', async () => {
    await openapi(page('Table', { list: operation() }));
    await forceState(app, 'table.list', '1.0.0', 'enabled');
    const changed = page('Table', {
      list: operation({ parameters: [] }),
      bad: { parameters: [{}] },
    });
    const file = await fileOf('table.json', changed);
    const { out } = await runCli(['import', 'openapi', file, '--owner', 'zoo'], env);
    expect(out).toMatch(/^table +2\.0\.0 +2 +1 +· +· +1 /m);
    expect(out).toMatch(/^changed +from +to +step$/m);
    expect(out).toMatch(/^table\.bad +parameter-malformed +\/paths\/~1bad\/get\/parameters\/0 /m);
  });

  describe('of a running MCP server', () => {
    const mcp = async (server: readonly string[], ...more: readonly string[]) => {
      const argv = ['import', 'mcp', '--owner', 'zoo', ...more, '--', process.execPath, ...server];
      return runCli(argv, env);
    };
    const published = (name: string): string =>
      resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
    const odd = resolve('test/support/mcp-server.mjs');

    it.each([
      ['everything', 'mcp-servers-everything', []],
      ['filesystem', 'secure-filesystem-server', [tmpdir()]],
      ['memory', 'memory-server', []],
    ])(
      'takes every tool of server-%s, unchanged the second time',
      async (name, namespace, more) => {
        const server = [published(name), ...more];
        const first = JSON.parse((await mcp(server, '--json')).out) as Report;
        expect(first.totals['created']).toBeGreaterThan(5);
        expect(first.totals).toMatchObject({ quarantined: 0 });
        expect(outcomes(first)[0]).toMatch(new RegExp(`^${namespace}[.]`));
        const second = JSON.parse((await mcp(server, '--json')).out) as Report;
        expect(second.totals).toMatchObject({ created: 0, unchanged: first.totals['created'] });
        expect(await mcp(server, '--check')).toMatchObject({ code: 0 });
      },
    );

    it('sets bad tools aside one by one, from every page', async () => {
      const { code, out } = await mcp([odd, 'bad'], '--json', '--namespace', 'bad');
      expect(code).toBe(1);
      expect(outcomes(JSON.parse(out) as Report)).toEqual([
        'bad.strict@1.0.0 quarantined',
        'bad.third@1.0.0 created',
        'null@1.0.0 quarantined',
        'null@1.0.0 quarantined',
      ]);
    });

    it('says with --check what has moved, and writes nothing', async () => {
      expect((await mcp([odd, 'none'])).code).toBe(0);
      for (const tool of ['odd-server.first', 'odd-server.second']) {
        await forceState(app, tool, '1.0.0', 'enabled');
      }
      const check = await mcp([odd, 'shorter', 'anew'], '--check', '--json');
      expect(check.code).toBe(1);
      expect(JSON.parse(check.out)).toMatchObject({
        tools: [
          {
            tool_id: 'odd-server.first',
            drift: 'changed',
            version: '1.0.0',
            required_bump: 'major',
            changes: [{ rule: 'description-change-undeclared', path: '/description' }],
          },
          { tool_id: 'odd-server.second', drift: 'gone', version: '1.0.0' },
        ],
      });
      const { out } = await mcp([odd, 'shorter'], '--check');
      expect(out).toMatch(/^odd-server\.second +gone +1\.0\.0/m);
      expect(out).toContain('(odd-server): 1 unchanged, 1 moved.');
      expect(await mcp([odd, 'none'], '--check')).toMatchObject({ code: 0 });
    });

    it('removes nothing for a list that is empty, endless or not to be had', async () => {
      const empty = await mcp([odd, 'empty'], '--check');
      expect(empty).toMatchObject({ code: 1, out: '' });
      expect(empty.err).toContain('lists no tools');
      expect((await mcp([odd, 'circling'])).code).toBe(1);
      expect((await mcp(['--eval', ''])).code).toBe(3);
      expect(await mcp([odd, 'none'], '--check')).toMatchObject({ code: 0 });
    });
  });
});
