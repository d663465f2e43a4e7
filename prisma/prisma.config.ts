import { defineConfig } from 'prisma/config';

// The URL is for Prisma's own commands only; the service reads its configuration itself.
const url = process.env['DATABASE_URL'];

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  ...(url === undefined ? {} : { datasource: { url } }),
});
