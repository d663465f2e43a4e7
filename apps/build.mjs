// Builds dist/ when it is not that of the present sources. Run directly: `npm run build`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.sources');
const lock = join(root, '.building');
const require = createRequire(import.meta.url);

// A build takes seconds; a number in the lock may by now belong to any program at all.
const PATIENCE_MS = 180_000;

const SINGLE_FILES = [
  'package.json',
  'package-lock.json',
  '.swcrc',
  'nest-cli.json',
  'prisma/schema.prisma',
  'apps/api/bundle.mjs',
  'apps/api/bundled-licenses.mjs',
];

/** By content and not by time: a checkout, a copy or an image layer gives files any time at all. */
const sourcesDigest = () => {
  const generated = join('apps', 'api', 'src', 'database', 'generated');
  const sources = readdirSync(join(root, 'apps'), { recursive: true })
    .map((name) => join('apps', name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .filter((name) => !name.startsWith(generated));
  const hash = createHash('sha256');
  for (const name of [...SINGLE_FILES, ...sources].sort()) {
    const path = join(root, name);
    if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
};

const isBuilt = (digest) => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;

/** Quiet while all goes well. */
const run = (script, ...args) => {
  const result = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout}${result.stderr}`);
  throw new Error(`${script} failed`);
};

const build = (digest) => {
  process.stderr.write('Building from the sources …\n');
  run(join(root, 'prisma', 'generate.mjs'));
  run(join(dirname(require.resolve('@nestjs/cli/package.json')), 'bin', 'nest.js'), 'build');
  removeLeftovers();
  run(join(root, 'apps', 'api', 'bundle.mjs'));
  writeFileSync(stamp, digest);
};

/** What has no source any more. The rest is built in place: a process may have yet to load of it. */
const removeLeftovers = () => {
  for (const name of readdirSync(dist, { recursive: true })) {
    if (name.startsWith('bundle')) continue;
    const source = name.replace(/[.]js([.]map)?$/, '.ts');
    if (source !== name && !existsSync(join(root, 'apps', source))) rmSync(join(dist, name));
  }
};

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The lock holds the number of the process that builds; one that is gone is no longer waited for. */
const takeLock = () => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isRunning(holder())) rmSync(lock, { force: true });
    return false;
  }
};

const holder = () => {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
};

const isRunning = (pid) => {
  try {
    // Still empty, it is just being written.
    if (pid !== '') process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const buildingForEver = () =>
  new Error(`process ${holder()} has been building for minutes; if it does not, remove ${lock}`);

/**
 * Two starts at the same time build once. Where only the built files were shipped, as in the image,
 * there is nothing to do.
 */
export const buildIfNeeded = () => {
  if (!existsSync(join(root, 'apps', 'api', 'src', 'main.ts'))) return;
  const digest = sourcesDigest();
  const deadline = performance.now() + PATIENCE_MS;
  while (!isBuilt(digest)) {
    if (!takeLock()) {
      if (performance.now() > deadline) throw buildingForEver();
      sleep(100);
      continue;
    }
    try {
      if (!isBuilt(digest)) build(digest);
    } finally {
      rmSync(lock, { force: true });
    }
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(stamp, { force: true });
  buildIfNeeded();
}
