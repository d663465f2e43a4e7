import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { openLog } from '../../config/log.js';
import type { Database } from '../../database/database.js';
import type { Tracing } from '../../tracing/tracing.js';
import type { DeliverEvents } from './deliver-events.js';
import type { DeliveriesRepository } from './deliveries.repository.js';
import { WebhookWorkers } from './webhook-workers.js';

const DATABASE = { beforeClosing: () => undefined } as unknown as Database;

const TRACING = { whole: (_: unknown, work: () => Promise<void>) => work() } as unknown as Tracing;

const workersOf = (claim: () => Promise<object | null>, execute: () => Promise<void>) =>
  new WebhookWorkers(
    { claim } as unknown as DeliveriesRepository,
    { execute } as unknown as DeliverEvents,
    DATABASE,
    openLog('silent'),
    TRACING,
  );

/** One webhook that is always owed something; how often it was worked for. */
const worked = (outcome: () => Promise<void>) => {
  let isClaimed = false;
  let times = 0;
  const claim = () => {
    const webhook = isClaimed ? null : { id: 'wh_1' };
    isClaimed = true;
    return Promise.resolve(webhook);
  };
  const execute = async () => {
    times += 1;
    await nextTurn();
    isClaimed = false;
    await outcome();
  };
  return { workers: workersOf(claim, execute), times: () => times };
};

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
};

it('works for four webhooks at a time, however many are owed something', async () => {
  let claimed = 0;
  const ends: (() => void)[] = [];
  const workers = workersOf(
    () => Promise.resolve({ id: `wh_${(claimed += 1)}` }),
    () => new Promise((done) => ends.push(done)),
  );
  workers.onApplicationBootstrap();
  jest.advanceTimersByTime(5_000);
  await turns(20);
  expect([claimed, ends.length]).toEqual([4, 4]);
  ends[0]?.();
  await turns(20);
  expect(claimed).toBe(5);
  workers.onModuleDestroy();
  for (const end of ends) end();
});

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

it('leaves a webhook that it cannot work for until it looks again by the clock', async () => {
  const { workers, times } = worked(() => Promise.reject(new Error('the database is read-only')));
  workers.onApplicationBootstrap();
  for (const looks of [1, 2]) {
    jest.advanceTimersByTime(1_000);
    await turns(20);
    expect(times()).toBe(looks);
  }
  workers.onModuleDestroy();
  jest.advanceTimersByTime(5_000);
  await turns(20);
  expect(times()).toBe(2);
});

it('goes on at once after one that went well', async () => {
  const { workers, times } = worked(() => Promise.resolve());
  workers.onApplicationBootstrap();
  jest.advanceTimersByTime(1_000);
  await turns(20);
  workers.onModuleDestroy();
  expect(times()).toBeGreaterThan(2);
});
