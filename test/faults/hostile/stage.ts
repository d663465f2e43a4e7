import { execFileSync, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, requests } from '../../bench/candidates/catalog.mjs';
import { makeDataDir } from '../../support/service-process.js';
import { call } from '../catalog-load.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';
import type { Orders, Tally } from './attackers.js';
import { Bystanders, type Experience } from './bystanders.js';

const TOOLS = 1_000;
const CLIENTS = 20;

/** Until an attack is in full run. */
const RAMP_MS = 3_000;

const SERVICE_CORE = '0';
const OTHERS_CORE = '1';
const ALL_CORES = `0-${availableParallelism() - 1}`;

/** A service on a core of its own, those who use it in good faith, and keys for those who do not. */
export interface Stage {
  readonly service: RunningService;
  readonly bystanders: Bystanders;
  readonly tokens: readonly string[];
}

/** Whom the attackers are, and what they send. */
export interface Mode {
  readonly name: string;
  readonly keys: 'one key' | 'a key each';
  readonly attacks: readonly string[];
}

export const impossible = async (): Promise<string | undefined> => {
  const isThere = spawnSync('taskset', ['-V']).status === 0 && availableParallelism() > 1;
  return isThere ? undefined : 'the service needs a core of its own (taskset, two cores)';
};

const pinSelf = (cores: string): void => {
  execFileSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)], { stdio: 'ignore' });
};

const makeKey = async ({ address }: RunningService, grant: object): Promise<string> => {
  const answer = await call(address, '/v1/api-keys', 'POST', grant);
  if (answer.status !== 201) throw new Error(`no key: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
};

const publisherOf = (namespace: string, subject: string): object => ({
  subject,
  kind: 'pipeline',
  permissions: ['publish', 'read'],
  namespaces: [namespace],
});

/** Puts all but the service on the other core, the database too, for as long as `play` lasts. */
export const onStage = async (play: (stage: Stage) => Promise<void>): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  pinSelf(OTHERS_CORE);
  const server = await FaultPostgres.create(folder.path);
  try {
    const service = await RunningService.start(
      dataDir.path,
      { DATABASE_URL: server.url() },
      { command: ['taskset', '-c', SERVICE_CORE, process.execPath, 'apps/start.mjs'] },
    );
    await fill(server.url(), TOOLS);
    const tokens: string[] = [];
    for (let at = 0; at < CLIENTS; at += 1) {
      tokens.push(await makeKey(service, publisherOf('hostile', `hostile-${at}`)));
    }
    const bystanders = new Bystanders({
      port: service.port,
      agentToken: await makeKey(service, {
        subject: 'an-agent',
        kind: 'agent',
        permissions: ['candidates'],
        tenants: ['*'],
        roles: ['*'],
        max_risk: 'L2',
      }),
      publisherToken: await makeKey(service, publisherOf('honest', 'honest-publisher')),
      questions: requests(true),
    });
    await play({ service, bystanders, tokens });
    bystanders.close();
    await service.stop();
  } finally {
    pinSelf(ALL_CORES);
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

/** What the bystanders meet before and while an attack lasts, for so long each. */
export interface Stretch {
  readonly quiet: Experience;
  readonly attacked: Experience;
  readonly tally: Tally;
}

/** Starts the service anew first, so that nothing of an earlier attack is left. */
export const underAttack = async (
  { service, bystanders, tokens }: Stage,
  { keys, attacks }: Mode,
  round: string,
  ms: number,
): Promise<Stretch> => {
  await service.stop();
  await service.again();
  await bystanders.live(RAMP_MS);
  const quiet = await bystanders.live(ms);
  const attackers = fork(join(import.meta.dirname, 'attackers.ts'), {
    execArgv: ['--import', new URL('../../support/register-typescript.mjs', import.meta.url).href],
  });
  const ended = new Promise((done) => attackers.once('exit', done));
  const orders: Orders = {
    port: service.port,
    tokens: keys === 'one key' ? tokens.map(() => tokens[0] ?? '') : tokens,
    attacks,
    round,
  };
  attackers.send(orders);
  await sleep(RAMP_MS);
  const attacked = await bystanders.live(ms);
  const told = new Promise<Tally>((heard) => {
    attackers.once('message', (tally) => heard(tally as Tally)); // what attackers.ts sends
  });
  attackers.send('enough');
  const tally = await told;
  await ended;
  return { quiet, attacked, tally };
};
