import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { readSettings } from '../../config/env.js';
import { openLog } from '../../config/log.js';
import type { Database } from '../../database/database.js';
import { CheckpointKey } from './checkpoint-key.js';
import { KeepCheckpoints } from './keep-checkpoints.js';
import type { MakeCheckpoint } from './make-checkpoint.js';

const PEM = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Checkpoints that take until they are told to end, with how often they were begun. */
const keeping = async () => {
  const settings = readSettings({ QM_AUDIT_SIGNING_KEY: PEM });
  const ends: ((error?: Error) => void)[] = [];
  const ifDue = () =>
    new Promise<void>((done, fail) => {
      ends.push((error) => (error === undefined ? done() : fail(error)));
    });
  let close: () => Promise<void> = () => Promise.resolve();
  const database = { beforeClosing: (last: typeof close) => (close = last) };
  const keeper = new KeepCheckpoints(
    settings,
    new CheckpointKey(settings),
    { ifDue } as unknown as MakeCheckpoint,
    database as unknown as Database,
    openLog('silent'),
  );
  await keeper.start();
  return { ends, close: () => close() };
};

const minutes = async (count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) {
    await nextTurn();
    jest.advanceTimersByTime(60_000);
  }
  await nextTurn();
};

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

it('signs once at a time, however long that takes, and goes on after', async () => {
  const { ends, close } = await keeping();
  await minutes(3);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await minutes(1);
  expect(ends).toHaveLength(2);
  ends[1]?.(new Error('the database is away'));
  await minutes(1);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await close();
});

it('is not closed before what it signs is signed', async () => {
  const { ends, close } = await keeping();
  await minutes(2);
  let isClosed = false;
  const closing = close().then(() => (isClosed = true));
  await nextTurn();
  expect(isClosed).toBe(false);
  ends[0]?.();
  await closing;
  await minutes(2);
  expect(ends).toHaveLength(1);
});
