import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaDifference } from '../../apps/api/src/database/migrations/difference.js';
import { PRISMA_FOLDER } from '../../apps/api/src/database/migrations/migration-folder.js';
import { createDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

describe('schema.prisma and the migrations', () => {
  let database: TestDatabase;
  let schema: string;

  beforeAll(async () => {
    database = await createDatabase();
    schema = await readFile(join(PRISMA_FOLDER, 'schema.prisma'), 'utf8');
  });
  afterAll(() => database.drop());

  it('say the same: the migrated database differs from the schema by nothing', async () => {
    await expect(schemaDifference(database.url, schema)).resolves.toBeUndefined();
  });

  it('are really compared: a column only the schema has is found', async () => {
    const changed = schema.replace('model Tool {', 'model Tool {\n  colour String?');
    await expect(schemaDifference(database.url, changed)).resolves.toContain('"colour" TEXT');
  });
});
