// Generates the Prisma client into apps/api/src/database/generated, unless it already is that of
// the present schema.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const stamp = join(here, '../apps/api/src/database/generated/.schema-digest');

const digest = createHash('sha256')
  .update(readFileSync(join(here, 'schema.prisma')))
  .update(require('prisma/package.json').version)
  .digest('hex');

const present = () => {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
};

if (present() !== digest) {
  const cli = join(dirname(require.resolve('prisma/package.json')), 'build/index.js');
  const result = spawnSync(
    process.execPath,
    [cli, 'generate', '--config', join(here, 'prisma.config.ts'), '--no-hints'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        // Generating needs no schema engine, but the CLI downloads one unless it is shown an
        // executable file; any will do.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    process.exit(1);
  }
  writeFileSync(stamp, digest);
}
