import pino from 'pino';
import type { Json } from '#core/json/value.js';
import { CursorSecretRepository } from '../../../apps/api/src/http/cursor-secret.repository.js';
import { Cursors } from '../../../apps/api/src/http/cursors.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

let store: TestDatabase;
let database: Database;
let cursors: Cursors;
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
  cursors = new Cursors(new CursorSecretRepository(database));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const FILTER = { list: 'tools', owner: 'a' };

describe('a cursor', () => {
  it.each([['text'], [['2026-01-01T00:00:00.000Z', 12]], [{ tool_id: 'ä.b' }], [0]] as Json[][])(
    'gives back the position it was made of, and fits in a URL: %j',
    async (position) => {
      const cursor = await cursors.write(FILTER, position ?? null);
      expect(cursor).toMatch(/^[\w-]+$/);
      await expect(cursors.read(FILTER, cursor)).resolves.toEqual(position);
    },
  );

  it('belongs to one list with one filter', async () => {
    const cursor = await cursors.write(FILTER, 1);
    for (const other of [{ list: 'tools', owner: 'b' }, { list: 'versions', owner: 'a' }, {}]) {
      await expect(cursors.read(other, cursor)).rejects.toMatchObject({ code: 'bad-cursor' });
    }
    await expect(cursors.read({ owner: 'a', list: 'tools' }, cursor)).resolves.toBe(1);
  });

  it('is refused when any character of it was changed', async () => {
    const cursor = await cursors.write(FILTER, 'position');
    for (let i = 0; i < cursor.length; i += 1) {
      const damaged = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`;
      await expect(cursors.read(FILTER, damaged)).rejects.toMatchObject({ code: 'bad-cursor' });
    }
  });

  it.each([
    ['nothing', ''],
    ['too short', 'x'],
    ['other characters', '..'],
    ['padding', `${'A'.repeat(22)}=`],
    ['no ASCII', 'é'.repeat(30)],
    ['too long', 'A'.repeat(5000)],
  ])('is refused when it never was one: %s', async (_, text) => {
    await expect(cursors.read(FILTER, text)).rejects.toMatchObject({ code: 'bad-cursor' });
  });
});
