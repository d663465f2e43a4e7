import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../support/cli.js';

describe('a command line that cannot be understood', () => {
  let folder: string;
  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-usage-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['an unknown command', ['improt'], 'unknown command'],
    ['an unknown import', ['import', 'excel'], 'unknown command'],
    ['an unknown option', ['import', 'tools-list', 'x.json', '--fast'], 'unknown option'],
    ['a missing file name', ['import', 'tools-list'], 'missing required argument'],
    ['no command at all', [], 'Usage: quartermaster'],
  ])('ends with 2 for %s', async (_what, argv, told) => {
    const { code, out, err } = await runCli(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(told);
  });

  it('ends with 2 where nobody is named as owner', async () => {
    const list = await file('a.json', '{"tools":[]}');
    const { code, err } = await runCli(['import', 'tools-list', list]);
    expect(code).toBe(2);
    expect(err).toContain('Give --owner');
  });

  it.each([
    ['--namespace', 'a.b', 'a.b is no namespace'],
    ['--version', '1.0', '1.0 is not a version'],
    ['--profile', 'absent.yaml', 'absent.yaml cannot be read'],
  ])('ends with 2 for %s %s', async (option, value, told) => {
    const list = await file('a.json', '{"tools":[]}');
    const result = await runCli(['import', 'tools-list', list, '--owner', 'x', option, value]);
    expect(result.code).toBe(2);
    expect(result.err).toContain(told);
  });

  it('names every place of a profile that cannot be read', async () => {
    const list = await file('a.json', '{"tools":[]}');
    const profile = await file('p.yaml', 'ownr: x\ntools: [{match: "*", risk_level: L9}]\n');
    const { code, err } = await runCli(['import', 'tools-list', list, '--profile', profile]);
    expect(code).toBe(2);
    expect(err).toContain('/ownr');
    expect(err).toContain('/tools/0/risk_level must be one of "L0"');
  });

  it('ends with 2 for YAML that is none, with its line', async () => {
    const list = await file('a.json', '{"tools":[]}');
    const profile = await file('q.yaml', 'owner: x\nowner: y\n');
    const { code, err } = await runCli(['import', 'tools-list', list, '--profile', profile]);
    expect(code).toBe(2);
    expect(err).toContain('line 2');
  });

  it('tells the failure as JSON where JSON is asked for', async () => {
    const { code, out, err } = await runCli(['import', 'tools-list', 'absent.json', '--json']);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage', exit_code: 2 } });
  });

  it('ends with 2 for an address that is none', async () => {
    const list = await file('a.json', '{"tools":[]}');
    const argv = ['import', 'tools-list', list, '--owner', 'x'];
    expect(await runCli(argv, { QM_URL: 'catalog.example' })).toMatchObject({ code: 2 });
  });
});

describe('help', () => {
  it.each([[['--help']], [['import', 'tools-list', '--help']], [['--version']]])(
    'ends with 0 for %j',
    async (argv) => {
      const { code, out, err } = await runCli(argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).not.toBe('');
    },
  );

  it('shows examples and the exit codes', async () => {
    const { out } = await runCli(['--help']);
    expect(out).toContain('quartermaster import tools-list');
    expect(out).toContain('Exit codes: 0 fine, 1 refused, 2 usage, 3');
  });
});

describe('a service that is not there', () => {
  it('ends with 3 and says what to do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-usage-'));
    const list = join(folder, 'a.json');
    await writeFile(list, '[{"name":"a","description":"b","inputSchema":{"type":"object"}}]');
    const argv = ['import', 'tools-list', list, '--owner', 'x'];
    // Nothing listens on the discard port.
    const { code, err } = await runCli(argv, { QM_URL: 'http://127.0.0.1:9' });
    await rm(folder, { recursive: true });
    expect(code).toBe(3);
    expect(err).toContain('npm start');
  });
});
