import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nicenessOf, tellsNiceness } from '../../../../test/support/niceness.js';
import type { CrewSettings } from './crew.js';
import type { ToCrew } from './jobs.js';
import { WARM_UP } from './warm-up.js';
import { WORKER_SETTINGS } from './worker-settings.js';

const ENTRY = fileURLToPath(
  new URL('../../../../dist/api/src/comparison/crew-process.js', import.meta.url),
);
const { entry, memoryMb } = WORKER_SETTINGS;
const SETTINGS: CrewSettings = { entry, memoryMb, niceness: 10, threads: 1 };
const ARGUMENTS = [JSON.stringify(SETTINGS)];
const EASY: ToCrew = { id: 1, order: { ...WARM_UP, patienceMs: 600_000, wallMs: 600_000 } };
const ANSWERED = { id: 1, outcome: { answers: [expect.stringContaining('major')] } };

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

const answerOf = async (child: ChildProcess): Promise<unknown> => {
  started.push(child);
  child.send(EASY);
  const [answer]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return answer;
};

/** As a sandbox may have it. */
const FORBIDDEN = `data:text/javascript,import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  os.setPriority = () => { throw new Error('not permitted'); };
  syncBuiltinESMExports();`;

describe('the process of the worker threads', () => {
  (tellsNiceness ? it : it.skip)(
    'gives way from where the service is, which may be started by `nice` (skipped unless on Linux)',
    async () => {
      const child = spawn('nice', ['-n', '15', process.execPath, ENTRY, ...ARGUMENTS], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      expect(await answerOf(child)).toMatchObject(ANSWERED);
      expect(new Set(nicenessOf(child.pid ?? 0))).toEqual(new Set([19]));
    },
  );

  it('checks where it is not permitted to give way', async () => {
    const child = fork(ENTRY, ARGUMENTS, { execArgv: ['--import', FORBIDDEN] });
    expect(await answerOf(child)).toMatchObject(ANSWERED);
  });
});
