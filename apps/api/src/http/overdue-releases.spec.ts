import type { AnswerKey } from './idempotent-answers.repository.js';
import { OverdueReleases } from './overdue-releases.js';

const key = (name: string): AnswerKey => ({ caller: 'ci', key: name });

const databaseThat = (isAway: () => boolean) => {
  const released: string[] = [];
  return {
    released,
    release: (of: AnswerKey): Promise<void> => {
      if (isAway()) return Promise.reject(new Error('away'));
      released.push(of.key);
      return Promise.resolve();
    },
  };
};

describe('claims that could not be taken back', () => {
  it('are taken back once, when the database is there again', async () => {
    let away = true;
    const database = databaseThat(() => away);
    const overdue = new OverdueReleases();
    overdue.add(key('a'));
    overdue.add(key('b'));
    await expect(overdue.release(database)).rejects.toThrow('away');
    away = false;
    await overdue.release(database);
    await overdue.release(database);
    expect(database.released.sort()).toEqual(['a', 'b']);
  });

  it('are left alone once another request may hold them', async () => {
    const database = databaseThat(() => false);
    let now = 0;
    const overdue = new OverdueReleases(() => now);
    overdue.add(key('a'));
    now = 120_000;
    await overdue.release(database);
    expect(database.released).toEqual([]);
  });
});
