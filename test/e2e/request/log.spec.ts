import { Writable } from 'node:stream';
import pino from 'pino';
import request from 'supertest';
import { createApp } from '../../../apps/api/src/app.setup.js';
import { BootstrapAdmin } from '../../../apps/api/src/auth/bootstrap-admin.js';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { createDatabase } from '../../support/database.js';

describe('the log', () => {
  it('has one line for each request, under its id, and no secret in it', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const database = await createDatabase();
    const app = await createApp({
      settings: readSettings({}),
      databaseUrl: database.url,
      log: pino({ level: 'trace' }, sink),
    });
    await app.get(BootstrapAdmin).ensureConfigured(ADMIN_TOKEN);
    try {
      const answer = await request(app.getHttpServer())
        .post('/v1/api-keys')
        .set('authorization', `Bearer ${ADMIN_TOKEN}`)
        .set('x-request-id', 'seen-in-the-log')
        .send({ subject: 'told-in-the-body', kind: 'person', permissions: ['read'] })
        .expect(201);
      await request(app.getHttpServer()).get('/livez?token=told-in-the-query').expect(200);
      const asked = { tenant: 'acme', roles: ['r'], task_type: 't', query: 'told-in-a-search' };
      const search = request(app.getHttpServer());
      const authorization = `Bearer ${ADMIN_TOKEN}`;
      await search.post('/v1/candidates').set({ authorization }).send(asked).expect(200);
      await search.get('/v1/candidates').set({ authorization }).query(asked).expect(200);

      const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const [first, ...others] = entries.filter(({ reqId }) => reqId === 'seen-in-the-log');
      expect(others).toEqual([]);
      expect(first).toMatchObject({
        level: 30,
        msg: 'request',
        method: 'POST',
        route: '/v1/api-keys',
        status: 201,
        key: 'admin',
      });
      const all = lines.join('');
      for (const secret of [
        ADMIN_TOKEN,
        answer.body.token,
        'told-in-the-body',
        'told-in-the-query',
        'told-in-a-search',
      ]) {
        expect(all).not.toContain(secret);
      }
      // What somebody searched for is not stored either.
      const tables = await database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
      );
      for (const { name } of tables) {
        const rows = await database.query(`SELECT t::text AS row FROM "${name}" AS t`);
        expect(JSON.stringify(rows)).not.toContain('told-in-a-search');
      }
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
