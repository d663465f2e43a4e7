import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from '../support/service-process.js';
import { checkBooks } from './bookkeeping.js';
import { askOnce, call, counted, Ledger, registerOnce } from './catalog-load.js';
import type { Report } from './fault-case.js';
import { FaultPostgres } from './fault-postgres.js';
import { RunningService } from './running-service.js';

/** A service on a server that can be hurt, with clients that never stop to register tools. */
export interface Scene {
  readonly server: FaultPostgres;
  readonly service: RunningService;
  readonly ledger: Ledger;
  /** Resolves once so many more registrations are acknowledged. */
  acknowledged(more: number): Promise<void>;
}

const CLIENTS = 8;
const PATIENCE_MS = 120_000;
/** The pool, and what a replica may hold beside it. */
const MOST_CONNECTIONS = 12;

export interface SceneOptions {
  /** Settings of the server. */
  readonly settings?: readonly string[];
  /** Of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the service finds the server; left out: where it is. */
  readonly urlOf?: (server: FaultPostgres) => Promise<string>;
}

/** Runs `play` under load, and checks afterwards that all is there and that no connection leaks. */
export const underLoad = async (
  report: Report,
  play: (scene: Scene) => Promise<void>,
  { settings = [], env = {}, urlOf = async (server) => server.url() }: SceneOptions = {},
): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const server = await FaultPostgres.create(folder.path, settings);
  try {
    const service = await RunningService.start(dataDir.path, {
      DATABASE_URL: await urlOf(server),
      ...env,
    });
    const ledger = new Ledger();
    const load = keepRegistering(service, ledger);
    const scene = { server, service, ledger, acknowledged: acknowledgedIn(ledger) };
    try {
      await scene.acknowledged(50);
      await play(scene);
      await scene.acknowledged(50);
    } finally {
      await load.end();
    }
    await checkBooks(report, server.url(), service.address, ledger);
    report.say(`candidate requests beside: ${counted(ledger.asked)}`);
    const left = await server.connections();
    report.holds(left <= MOST_CONNECTIONS, `no connection leaks: ${left} are open`);
    const faults = service.running.stderr.split('"msg":"request failed"').length - 1;
    report.holds(faults === 0, `nothing in the log but what was expected: ${faults} faults`);
    report.holds((await service.stop()) === 0, 'it stops in good order afterwards');
  } finally {
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

const keepRegistering = (service: RunningService, ledger: Ledger) => {
  let isOver = false;
  let next = 0;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const toolId = `kept.tool_${next++}`;
      while (!isOver && !(await registerOnce(service.address, toolId, ledger))) await sleep(50);
    }
  };
  const agent = async (): Promise<void> => {
    while (!isOver) {
      await askOnce(service.address, ledger);
      await sleep(20);
    }
  };
  const clients = Promise.all([...Array.from({ length: CLIENTS }, client), agent(), agent()]);
  return {
    end: async (): Promise<void> => {
      isOver = true;
      await clients;
    },
  };
};

const acknowledgedIn =
  (ledger: Ledger) =>
  async (more: number): Promise<void> => {
    const [wanted, deadline] = [ledger.acknowledged.size + more, performance.now() + PATIENCE_MS];
    while (ledger.acknowledged.size < wanted) {
      if (performance.now() > deadline)
        throw new Error(`no more is acknowledged: ${ledger.summary}`);
      await sleep(5);
    }
  };

/** The status of each path, asked once. */
export const statusesOf = async (
  { service }: Scene,
  paths: readonly string[],
): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => {
        const answer = await call(service.address, path).catch(() => undefined);
        await answer?.arrayBuffer();
        return [path, answer?.status ?? 0] as const;
      }),
    ),
  );

/** Milliseconds until the next registration is acknowledged. */
export const untilAcknowledged = async (scene: Scene): Promise<number> => {
  const begun = performance.now();
  await scene.acknowledged(1);
  return performance.now() - begun;
};

/** Says and judges how soon the service was back after the database was. */
export const backWithinASecond = async (scene: Scene, report: Report): Promise<void> => {
  const [served, acknowledged] = await Promise.all([
    scene.service.untilServed(),
    untilAcknowledged(scene),
  ]);
  const slowest = Math.max(served, acknowledged);
  report.holds(slowest <= 1_000, `back within a second of its return: ${Math.round(slowest)} ms`);
};
