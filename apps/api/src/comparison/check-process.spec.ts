import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tellsNiceness } from '../../../../test/support/niceness.js';
import { ENDLESS_PAIR, STUCK_WORKER } from '../../../../test/support/stuck-worker.js';
import { CheckProcess } from './check-process.js';
import type { Order } from './jobs.js';
import { WARM_UP } from './warm-up.js';

const PATIENCE = { patienceMs: 600_000, wallMs: 600_000 };
const EASY: Order = { ...WARM_UP, ...PATIENCE };
const ANSWERED = { answers: [expect.stringContaining('major')] };

const endless = JSON.stringify(ENDLESS_PAIR);
const ENDLESS: Order = { kind: 'compare', asked: [endless], ...PATIENCE };

const told: string[] = [];
const workers = new CheckProcess(
  { entry: STUCK_WORKER, memoryMb: 256, niceness: 0, threads: 2 },
  {
    lostThread: (reason) => told.push(reason),
    ended: (questions) => told.push(...questions, 'ended'),
  },
);
afterAll(() => workers.close());

const child = (): ChildProcess => Reflect.get(workers, 'child');

describe('the process of the workers', () => {
  it('goes on with a signal to its group, as the service first ends what is under way', async () => {
    expect(await workers.order(EASY).outcome).toMatchObject(ANSWERED);
    child().kill('SIGTERM');
    child().kill('SIGINT');
    expect(await workers.order(EASY).outcome).toMatchObject(ANSWERED);
  });

  (tellsNiceness ? it : it.skip)(
    'is told nothing of the environment, where the secrets are (skipped unless on Linux)',
    async () => {
      await workers.order(EASY).outcome;
      const environment = readFileSync(`/proc/${child().pid ?? 0}/environ`, 'utf8');
      expect(environment.split('\0').filter((one) => !/^(NODE_CHANNEL_|$)/.test(one))).toEqual([]);
    },
  );

  it('is started anew where it was lost, and tells what it was lost with', async () => {
    await workers.order(EASY).outcome;
    const { outcome } = workers.order(ENDLESS);
    child().kill('SIGKILL');
    expect(await outcome).toEqual({ ended: 'lost', isBegun: false });
    expect(told).toEqual([endless, 'ended']);
    expect(await workers.order(EASY).outcome).toMatchObject(ANSWERED);
  });

  it('ends with the service, however busy it is and however that ends', async () => {
    const { outcome } = workers.order(ENDLESS);
    await workers.order(EASY).outcome;
    const ended = once(child(), 'exit');
    child().disconnect();
    expect(await ended).toEqual([0, null]);
    expect(await outcome).toEqual({ ended: 'lost', isBegun: false });
  });

  it('is closed for good, and leaves nobody waiting', async () => {
    told.length = 0;
    const { outcome } = workers.order(ENDLESS);
    await workers.close();
    expect([await outcome, told]).toEqual([{ ended: 'lost', isBegun: false }, []]);
  });
});
