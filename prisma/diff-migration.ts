// npm run migration:diff <name>: writes prisma/migrations/<timestamp>_<name>/migration.sql with what
// schema.prisma says and the migrated database does not. What the schema cannot say (checks, partial
// indexes, triggers, collations) is then added to the file by hand.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '../apps/api/src/database/embedded/embedded-server.js';
import { schemaDifference } from '../apps/api/src/database/migrations/difference.js';
import { migrate } from '../apps/api/src/database/migrations/migrate.js';
import { PRISMA_FOLDER } from '../apps/api/src/database/migrations/migration-folder.js';

const name = process.argv[2] ?? '';

const main = async (): Promise<void> => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error('Give the migration a name in snake_case: npm run migration:diff add_budgets');
  }
  const scratch = await mkdtemp(join(tmpdir(), 'quartermaster-diff-'));
  const server = await startEmbeddedServer({ dataDir: scratch, durable: false });
  try {
    await migrate(server.url('postgres'));
    const schema = await readFile(join(PRISMA_FOLDER, 'schema.prisma'), 'utf8');
    const sql = await schemaDifference(server.url('postgres'), schema);
    if (sql === undefined) {
      process.stdout.write('schema.prisma and the migrations agree; nothing was written.\n');
      return;
    }
    const stamp = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
    const folder = join(PRISMA_FOLDER, 'migrations', `${stamp}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'migration.sql'), sql);
    process.stdout.write(`${join(folder, 'migration.sql')}\n`);
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
};

await main();
