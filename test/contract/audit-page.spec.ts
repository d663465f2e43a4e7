import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { adminOf } from '../support/caller.js';
import { register } from '../support/catalog.js';
import { listeningAddress, runCli } from '../support/cli.js';
import { runShell } from '../support/github-runner.js';
import { scratchBase } from '../support/scratch.js';

let app: TestApp;
let folder: string;
let env: { QM_URL: string; QM_TOKEN: string };
/** Every command of the page, in its order; what `&&` joins apart. */
let commands: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(scratchBase(), 'quartermaster-audit-page-'));
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = join(folder, 'private.pem');
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  app = await startApp({ QM_AUDIT_SIGNING_KEY: key });
  env = { QM_URL: await listeningAddress(app), QM_TOKEN: adminOf(app).token };
  await register(adminOf(app), 'support.create_ticket').expect(201);
  const page = await readFile('docs/audit.md', 'utf8');
  commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .map((line) => line.replace(/\s{2,}#.*$/, ''))
    .flatMap((line) => line.split(' && '));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const beginning = (start: string): string[] => commands.filter((one) => one.startsWith(start));

/** Runs a command of ours as the page has it, with its files in the folder of the test. */
const run = async (command: string) => {
  const words = command.split(' ').slice(2);
  return runCli(
    words.map((word) => (/\.jw?s|\.json/.test(word) ? join(folder, word) : word)),
    env,
  );
};

const shell = async (command: string): Promise<string> => {
  const { code, out } = await runShell(['sh', '-c', command], { cwd: folder, env: {} });
  expect([command, code]).toEqual([command, 0]);
  return out.trim();
};

describe('docs/audit.md', () => {
  it('shows no command that is not run here', () => {
    const known = ['npx quartermaster audit ', 'sed ', 'sha256sum ', 'psql ', 'pg_dump ', 'curl '];
    const others = commands.filter((one) => !known.some((start) => one.startsWith(start)));
    expect(others).toEqual([]);
    expect(commands.length).toBeGreaterThan(10);
  });

  it('signs, exports and verifies as it says, with and without the service', async () => {
    for (const command of beginning('npx quartermaster ')) {
      const { code, out, err } = await run(command);
      expect([command, code, out, err]).toEqual([command, 0, expect.anything(), expect.anything()]);
      if (command.includes('--public-key')) expect(out).toContain('One checkpoint agrees');
    }
  });

  it('follows an exported file with no program of ours', async () => {
    const [hash = '', prev = ''] = await Promise.all(beginning('sed ').map(shell));
    expect(prev).toBe(`"prev":"sha256:${hash.slice(0, 64)}"`);
  });

  it('lets go of what the owner names, and of nothing too young', async () => {
    const [sum = ''] = await Promise.all(beginning('sha256sum ').map(shell));
    const asked = beginning('psql ').map((one) => /-c (["'])(.*)\1$/.exec(one)?.[2] ?? '');
    expect(asked).toEqual([
      expect.stringMatching(/^SELECT /),
      expect.stringMatching(/^DROP TABLE /),
    ]);
    const release = (asked[0] ?? '').replace('<that sha256>', sum.slice(0, 64));
    await expect(app.database.query(release)).rejects.toThrow('partition is not full yet');
    const table = (asked[1] ?? '').split(' ').at(-1);
    expect(beginning('pg_dump ')).toEqual([expect.stringContaining(`-t ${table} `)]);
    const [found] = await app.database.query('SELECT to_regclass($1)::text AS name', [table]);
    expect(found).toEqual({ name: table });
  });

  it('asks who would miss a tool', async () => {
    const [asked = ''] = beginning('curl ');
    const path = /"\$QM_URL(\/[^"]+)"$/.exec(asked)?.[1] ?? '';
    expect(asked).toContain('"authorization: Bearer $QM_TOKEN"');
    const { body } = await adminOf(app).get(path).expect(200);
    expect(body).toMatchObject({ tool_id: 'support.create_ticket', days: [] });
  });
});
