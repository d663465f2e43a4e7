import { PRISMA_FOLDER } from './migration-folder.js';
import { openSchemaEngine } from './schema-engine.js';

/** The SQL that leads from the database at `url` to `schema`; undefined when they agree. */
export const schemaDifference = async (
  url: string,
  schema: string,
): Promise<string | undefined> => {
  const files = [{ path: 'schema.prisma', content: schema }];
  const { engine, filters, close } = await openSchemaEngine(url, schema);
  try {
    const result = await engine.diff({
      // The URL named here is not used: the engine talks to the database it was opened with.
      from: { tag: 'schemaDatasource', files, configDir: PRISMA_FOLDER },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    });
    return result.exitCode === 0 ? undefined : (result.stdout ?? '');
  } finally {
    await close();
  }
};
