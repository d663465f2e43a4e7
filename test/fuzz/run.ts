// `npm run test:fuzz`: holds a running service against its OpenAPI document with Schemathesis, as
// callers who may more and less. QM_FUZZ_MINUTES is how long, QM_FUZZ_SEED repeats a run, and
// QM_FUZZ_REPORT keeps what each caller's run printed. It takes minutes, and is no part of `npm test`;
// .ci/run, which reads the last line, has a minute of it behind the tests.
import { randomInt } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../faults/catalog-load.js';
import { RunningService } from '../faults/running-service.js';
import { makeDataDir } from '../support/service-process.js';
import { CALLERS, fillCatalog, makeKey, type Caller, type Key } from './catalog.js';
import { runCommand, schemathesis } from './python.js';

const line = (text = ''): void => void process.stdout.write(`${text}\n`);

const minutes = Number(process.env['QM_FUZZ_MINUTES'] ?? 5);
const seed = Number(process.env['QM_FUZZ_SEED'] ?? randomInt(2 ** 31));
/** The stream of events does not end by itself: a short run would wait for little else. */
const leftOut = minutes < 5 ? ['--exclude-path', '/v1/events'] : [];
/** With two, Hypothesis now and then fails over what both threads look up. */
const WORKERS = 1;

interface Fuzzing {
  readonly command: string;
  readonly address: string;
  readonly folder: string;
  readonly keptKeys: string;
}

const fuzzAs = async (
  { command, address, folder, keptKeys }: Fuzzing,
  { name, share }: Caller,
  { token }: Key,
): Promise<boolean> => {
  const seconds = Math.max(5, Math.round(minutes * 60 * share));
  line(`\n${name}: ${seconds} s`);
  const { code, text } = await runCommand(
    command,
    [
      ...['--config-file', join(folder, 'schemathesis.toml'), '--no-color', 'run'],
      `${address}/openapi.json`,
      ...['--header', `Authorization: Bearer ${token}`, '--checks', 'all'],
      // A key that was revoked can still be read, as who did something stays known.
      ...['--exclude-checks', 'use_after_free'],
      ...leftOut,
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all'],
      ...['--seed', String(seed), '--max-time', String(seconds), '--workers', String(WORKERS)],
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        PYTHONPATH: import.meta.dirname,
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONUTF8: '1',
        COLUMNS: '160',
        QM_FUZZ_KEPT_KEYS: keptKeys,
      },
    },
  );
  await keepReport(name, text);
  line(code === 0 ? summaryOf(text) : text);
  return code === 0;
};

/** Beside the ids that only now are known, where Schemathesis looks for them. */
const writeConfiguration = async (folder: string, ids: readonly string[]): Promise<void> => {
  const known = [...ids, 'input-property-became-required', 'missing-description'];
  await copyFile(join(import.meta.dirname, 'schemathesis.toml'), join(folder, 'schemathesis.toml'));
  await writeFile(join(folder, 'ids.dict'), known.map((id) => `"${id}"\n`).join(''));
};

const keepReport = async (name: string, text: string): Promise<void> => {
  const folder = process.env['QM_FUZZ_REPORT'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.txt`), text);
};

/** The last part, which says how many cases there were and what they found. */
const summaryOf = (text: string): string => text.slice(text.lastIndexOf('= SUMMARY =') + 1);

/** What holds after each run whatever it sent: still there, still knowing the key, with a whole chain. */
const judge = async (service: RunningService, keys: readonly Key[]): Promise<string[]> => {
  const broken: string[] = [];
  const faults = service.running.stderr.split('"msg":"request failed"').length - 1;
  if (faults > 0) broken.push(`${faults} requests failed, as the log says`);
  if (!service.running.isRunning) return [...broken, 'the service ended'];
  for (const { token, id } of keys) {
    const { status } = await fetch(`${service.address}/v1/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200) broken.push(`the key ${id} is answered ${status} afterwards`);
  }
  const answer = await call(service.address, '/v1/audit-events/verification');
  const { valid, events } = (await answer.json()) as { valid?: boolean; events?: number };
  line(`the audit chain: ${events} events, valid: ${valid}, answered ${answer.status}`);
  if (valid !== true) broken.push('the audit chain is not shown to be whole');
  return broken;
};

const main = async (): Promise<number> => {
  const tool = await schemathesis();
  if ('missing' in tool) {
    line(`not run here: ${tool.missing}`);
    line(`Fuzz: ${CALLERS.length + 1} skipped: ${tool.missing.split('\n', 1)[0]}`);
    return 0;
  }
  line(`${minutes} minutes, seed ${seed} (QM_FUZZ_MINUTES, QM_FUZZ_SEED)`);
  const [dataDir, folder] = [
    await makeDataDir(),
    await mkdtemp(join(tmpdir(), 'quartermaster-fuzz-run-')),
  ];
  try {
    const service = await RunningService.start(dataDir.path, { QM_LOG_LEVEL: 'error' });
    const proposals = await fillCatalog(service.address);
    const keys = await Promise.all(CALLERS.map((caller) => makeKey(service.address, caller)));
    await writeConfiguration(folder, proposals);
    const broken: string[] = [];
    for (const [index, caller] of CALLERS.entries()) {
      const key = keys[index];
      if (key === undefined) continue;
      // `admin` is the id in the key that the run itself asks with.
      const keptKeys = ['admin', ...keys.map(({ id }) => id)].join(',');
      const fuzzing = { command: tool.command, address: service.address, folder, keptKeys };
      if (!(await fuzzAs(fuzzing, caller, key))) broken.push(`what ${caller.name} was answered`);
    }
    const answers = broken.length;
    broken.push(...(await judge(service, keys)));
    if ((await service.stop()) !== 0) broken.push('it does not stop in good order');
    const failed = answers + Math.min(1, broken.length - answers);
    line(broken.length === 0 ? 'held' : `broken: ${broken.join('; ')}`);
    // One for each caller, and one for what holds afterwards.
    line(`Fuzz: ${failed} failed, ${CALLERS.length + 1 - failed} passed`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await dataDir.remove();
    await rm(folder, { recursive: true, force: true });
  }
};

process.exit(await main());
