import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { tellsNiceness } from '../../../../test/support/niceness.js';
import { ENDLESS_PAIR, STUCK_WORKER } from '../../../../test/support/stuck-worker.js';
import { inTrace, traceFields } from '../tracing/current-trace.js';
import type { Trace } from '../tracing/trace.js';
import { CheckProcess } from './check-process.js';
import type { CrewSettings } from './crew.js';
import type { Order } from './jobs.js';
import { BEGINS_WITHIN_MS } from './wall.js';
import { WARM_UP } from './warm-up.js';

const BUILT = new URL('../../../../dist/api/src/', import.meta.url);

const PATIENCE = { patienceMs: 600_000, wallMs: 600_000 };
const EASY: Order = { ...WARM_UP, ...PATIENCE };
const ANSWERED = { answers: [expect.stringContaining('major')] };

const endless = JSON.stringify(ENDLESS_PAIR);
const ENDLESS: Order = { kind: 'compare', asked: [endless], ...PATIENCE };

const SETTINGS: CrewSettings = { entry: STUCK_WORKER, memoryMb: 256, niceness: 0, threads: 2 };
const LOST = { ended: 'lost', isBegun: false };
const SIGNALLED = { reason: 'SIGKILL', trace: {} };

const lost: object[] = [];
const open = (settings: CrewSettings): CheckProcess =>
  new CheckProcess(settings, {
    lostThread: () => undefined,
    ended: (reason, questions) => lost.push({ reason, questions, trace: traceFields() }),
  });
const workers = open(SETTINGS);

/** Of the request that happens to come first. */
const TRACE: Trace = {
  ids: { trace_id: 'one', span_id: 'one' },
  step: (_, work) => work(),
  note: () => undefined,
  outgoing: () => ({}),
};
beforeAll(() => inTrace(TRACE, () => workers.order(EASY).outcome));
beforeEach(() => void lost.splice(0));
afterAll(() => workers.close());

const child = (): ChildProcess => Reflect.get(workers, 'child');

/** A process that has only the workers, and no Node to run them with at first. */
const ALONE = `
  import { CheckProcess } from ${JSON.stringify(new URL('comparison/check-process.js', BUILT))};
  const tell = (...told) => console.log(JSON.stringify(told));
  const workers = new CheckProcess(${JSON.stringify(SETTINGS)}, { ended: tell });
  const waiting = setInterval(() => undefined, 1_000);
  const node = process.execPath;
  process.execPath = '/not/there';
  tell(await workers.order(${JSON.stringify(EASY)}).outcome);
  process.execPath = node;
  await workers.order(${JSON.stringify(EASY)}).outcome;
  clearInterval(waiting);
  await workers.close();
  tell('closed');`;

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

  it('is started anew where it was lost, and tells what it was lost with, outside of traces', async () => {
    const { outcome } = workers.order(ENDLESS);
    child().kill('SIGKILL');
    expect(await outcome).toEqual(LOST);
    expect(lost).toEqual([{ ...SIGNALLED, questions: [endless] }]);
    expect(await workers.order(EASY).outcome).toMatchObject(ANSWERED);
  });

  (tellsNiceness ? it : it.skip)(
    'is ended where it has come to a halt, and tells nothing (skipped unless on Linux)',
    async () => {
      await workers.order(EASY).outcome;
      child().kill('SIGSTOP');
      const { outcome } = workers.order({ ...ENDLESS, wallMs: 50 - BEGINS_WITHIN_MS });
      expect(await outcome).toEqual(LOST);
      expect(lost).toEqual([{ ...SIGNALLED, questions: [endless] }]);
    },
  );

  it('ends with the service, however busy it is and however that ends', async () => {
    const { outcome } = workers.order(ENDLESS);
    await workers.order(EASY).outcome;
    const ended = once(child(), 'exit');
    child().disconnect();
    expect(await ended).toEqual([0, null]);
    expect(await outcome).toEqual(LOST);
  });

  it('is no fault of the questions where it cannot be started', async () => {
    const { outcome } = open({ ...SETTINGS, entry: 'x'.repeat(4 * 1024 * 1024) }).order(EASY);
    expect(await outcome).toEqual(LOST);
    expect(lost).toEqual([expect.objectContaining({ questions: [] })]);
  });

  it('is tried again after a start that came to nothing, and is waited for by nobody else', async () => {
    const node = ['--input-type=module', '--eval', ALONE];
    const { stdout } = await promisify(execFile)(process.execPath, node);
    const told = stdout.trim().split('\n');
    expect(told.map((line) => JSON.parse(line))).toEqual([
      [expect.stringContaining('ENOENT'), []],
      [LOST],
      ['closed'],
    ]);
  });

  it('is closed for good, and leaves nobody waiting', async () => {
    const { outcome } = workers.order(ENDLESS);
    await workers.close();
    expect([await outcome, lost]).toEqual([LOST, []]);
    expect(await workers.order(EASY).outcome).toEqual(LOST);
    expect(child()).toBeUndefined();
  });
});
