import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { scratchBase } from '../support/scratch.js';

const run = promisify(execFile);
const env = { ...process.env, NODE_OPTIONS: '', npm_config_update_notifier: 'false' };

let folder: string;
/** What `npm pack` would put into the package. */
let files: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(scratchBase(), 'quartermaster-package-'));
  // Its scripts build, which was done before the tests.
  const asked = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', asked, { env, maxBuffer: 16 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  files = (packed?.files ?? []).map(({ path }) => path);
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(path, join(folder, path));
  }
  // As an installation has what package.json asks for.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package that npm pack makes', () => {
  it('holds what runs and how to make its tables, and nothing of how it is made', () => {
    const kinds = new Set(
      files.map((path) => path.replace(/^(dist|prisma\/migrations)\/.*(\.\w+)$/, '$1/*$2')),
    );
    expect([...kinds].sort()).toEqual([
      'LICENSE',
      'README.md',
      'apps/build.mjs',
      'apps/quartermaster.mjs',
      'apps/start.mjs',
      'dist/*.js',
      'dist/*.txt',
      'package.json',
      'prisma/migrations/*.sql',
      'prisma/migrations/*.toml',
      'prisma/schema.prisma',
    ]);
  });

  it('names what it holds of others, with the licence of each', async () => {
    const text = await readFile(join(folder, 'dist/bundle/LICENSES.txt'), 'utf8');
    const entries = text.split(/\n\n-{80}\n\n/);
    const named = entries.map((entry) => entry.split(' ', 1)[0]);
    expect(named).toEqual(expect.arrayContaining(['@nestjs/core', 'fastify', 'pg', 'rxjs']));
    // Their packages come without the text.
    const bare = entries.filter((entry) => !/copyright|apache license/i.test(entry));
    expect(bare.map((entry) => entry.split(' ', 1)[0])).toEqual([
      'abstract-logging',
      'pg-types',
      'pgpass',
    ]);
  });

  it('runs the command line and loads the service without the sources', async () => {
    const node = (...args: string[]) => run(process.execPath, args, { cwd: folder, env });
    const bundle = join(folder, 'dist', 'bundle');
    const service = (await readdir(bundle)).find((name) => /^serve-\w+\.js$/.test(name)) ?? '';
    const [told] = await Promise.all([
      node('apps/quartermaster.mjs', 'explain', 'input-property-became-required', '--json'),
      node('--eval', `import('${join(bundle, service)}').then(() => process.exit())`),
    ]);
    expect(JSON.parse(told.stdout)).toMatchObject({ id: 'input-property-became-required' });
    expect(told.stderr).toBe('');
  });
});
