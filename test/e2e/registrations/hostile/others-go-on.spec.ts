import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Json } from '#core/json/value.js';
import { KeyRepository } from '../../../../apps/api/src/auth/key.repository.js';
import { CheckWorkers } from '../../../../apps/api/src/comparison/check-workers.js';
import { WORKER_SETTINGS } from '../../../../apps/api/src/comparison/worker-settings.js';
import { EVERYTHING, seeing } from '../../../../apps/api/src/database/sight.js';
import { Transactions } from '../../../../apps/api/src/database/transaction.js';
import { RegisterVersion } from '../../../../apps/api/src/features/registrations/register-version.js';
import { RegistrationsRepository } from '../../../../apps/api/src/features/registrations/registrations.repository.js';
import { Judges } from '../../../../apps/api/src/features/registrations/judges.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, manifestOf } from '../../../support/catalog.js';
import { threadsOf } from '../../../support/niceness.js';
import {
  ENDLESS_PAIR,
  GREEDY_PAIR,
  PATIENT_PAIR,
  STUCK_WORKER,
} from '../../../support/stuck-worker.js';

const LINE = { ...WORKER_SETTINGS.lines.hard, waitingOfOne: 2, longestWaitMs: 4_000 };

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp(
    {},
    {
      entry: STUCK_WORKER,
      quickMs: 60_000,
      wallMs: 8_000,
      lines: { light: LINE, quick: LINE, hard: LINE },
    },
  );
  admin = adminOf(app);
});
afterAll(() => app.stop());

const EASY = { before: manifestOf(), after: manifestOf({ timeout_ms: 1_500 }) };

const diff = (caller: TestCaller, pair: object) => caller.post('/v1/diffs').send(pair);

const register = (caller: TestCaller, version: string, manifest: object) =>
  caller.put(`/v1/tools/quick.tool/versions/${version}`).send(manifest);

describe('a key that floods the workers with checks that never end', () => {
  it('waits for itself alone: others are answered and register meanwhile', async () => {
    const reader = await makeCaller(app, { permissions: ['read'] });
    const publisher = await makeCaller(app, { permissions: ['publish'], namespaces: ['quick'] });
    // One after the other: a worker takes its time to start.
    await diff(reader, EASY).expect(200);
    await diff(admin, EASY).expect(200);

    const order: string[] = [];
    const flood = Array.from({ length: 6 }, () =>
      diff(reader, ENDLESS_PAIR).then(({ status, headers, body }) => {
        order.push(body.detail);
        return [status, body.code, headers['retry-after'], body.detail];
      }),
    );
    for (let n = 0; n < 20; n += 1) await admin.get('/livez').expect(200);
    await register(publisher, '1.0.0', firstManifestOf()).expect(201);
    await register(publisher, '1.1.0', firstManifestOf({ timeout_ms: 1_500 }));
    order.push('others went on');

    const answers = await Promise.all(flood);
    expect(answers.sort()).toEqual([
      ...Array.from({ length: 3 }, () => [
        429,
        'too-many-checks',
        '2',
        'Too many checks of this key are waiting.',
      ]),
      [503, 'check-too-slow', '5', 'The check waited too long for its turn.'],
      [503, 'check-too-slow', '5', 'The check waited too long for its turn.'],
      [503, 'check-too-slow', '5', 'The check was given up after 8 seconds.'],
    ]);
    expect(order.indexOf('others went on')).toBeLessThan(order.length - 1);
    expect(order.at(-1)).toBe('The check was given up after 8 seconds.');
  });
});

const registerLeft = async (client: AbortController, dryRun = false): Promise<unknown> => {
  const command = { tool_id: 'left.tool', version: '1.0.0', manifest: firstManifestOf() as Json };
  const caller = await app.app.get(KeyRepository).find('admin');
  if (caller === null) throw new Error('there is an admin');
  const context = { ...caller, requestId: 'left', gone: client.signal };
  return seeing(
    () => EVERYTHING,
    () => app.app.get(RegisterVersion).execute({ ...command, dryRun, refuseDrift: false }, context),
  );
};

describe('a client that goes away', () => {
  const workers = () => app.app.get(CheckWorkers);
  /** An ended worker is replaced by another thread. */
  const threads = () => threadsOf(Reflect.get(workers(), 'process').child.pid);
  /** Comparisons under way; what is checked before one is soon done. */
  const compared = (): number => Reflect.get(workers(), 'lines').hard.size;

  it('leaves its checks to nobody: they are given up, and no worker has to be ended', async () => {
    await diff(admin, EASY).expect(200);
    const before = threads();
    const left = diff(admin, PATIENT_PAIR);
    left.end(() => undefined);
    while (compared() === 0) await nextTurn();
    left.abort();
    while (workers().waitingNow > 0) await admin.get('/livez');
    await diff(admin, EASY).expect(200);
    expect(threads().filter((thread) => !before.includes(thread))).toEqual([]);
  });

  it('registers nothing where it leaves before that is written as it was decided', async () => {
    const [client, judges] = [new AbortController(), app.app.get(Judges)];
    const judging = judges.judging.bind(judges);
    const leaving = jest.spyOn(judges, 'judging').mockImplementation((...args) => {
      client.abort();
      return judging(...args);
    });
    await expect(registerLeft(client)).rejects.toThrow('before anything was written');
    leaving.mockRestore();
    await admin.get('/v1/tools/left.tool').expect(404);
  });

  // A dry run is written under the locks, and taken back.
  it.each([
    ['before anything is locked', 0],
    ['before anything is written', 1],
  ])('writes nothing where it leaves %s', async (_, timesLocked) => {
    const [client, repository] = [new AbortController(), app.app.get(RegistrationsRepository)];
    const transactions = app.app.get(Transactions);
    const run = transactions.run.bind(transactions);
    const lockAndLoad = repository.lockAndLoad.bind(repository);
    const running = jest.spyOn(transactions, 'run').mockImplementation((work) => {
      if (timesLocked === 0) client.abort();
      return run(work);
    });
    const locking = jest.spyOn(repository, 'lockAndLoad').mockImplementation((...args) => {
      client.abort();
      return lockAndLoad(...args);
    });
    await expect(registerLeft(client, true)).rejects.toThrow('before anything was written');
    expect(locking).toHaveBeenCalledTimes(timesLocked);
    running.mockRestore();
    locking.mockRestore();
    await admin.get('/v1/tools/left.tool').expect(404);
  });
});

describe('a worker that is lost', () => {
  it('is answered for with 503, and the next one takes its place', async () => {
    const hostile = diff(admin, ENDLESS_PAIR).then((answer) => answer);
    const other = await makeCaller(app, { permissions: ['read'] });
    await diff(other, EASY).expect(200);
    Reflect.get(app.app.get(CheckWorkers), 'process').child.kill('SIGKILL');

    const answer = await hostile;
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      code: 'check-too-slow',
      detail: 'The check was lost before it had an answer.',
    });
    await diff(admin, EASY).expect(200);
  });

  it('may be one that took more memory than it is given', async () => {
    const answer = await diff(admin, GREEDY_PAIR).expect(503);
    expect(answer.body).toMatchObject({
      code: 'check-too-slow',
      detail: 'The check took more than it is given, and was ended.',
    });
    await diff(admin, EASY).expect(200);
  });

  it('is the last one that the same question gets', async () => {
    await diff(admin, GREEDY_PAIR).expect(503);
    const answer = await diff(admin, GREEDY_PAIR).expect(503);
    expect(answer.body).toMatchObject({
      code: 'check-too-slow',
      detail: 'This check has ended two workers, and is not tried again for some minutes.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500);
    await diff(admin, EASY).expect(200);
  });
});
