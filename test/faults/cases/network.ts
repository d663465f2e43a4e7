import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCase, Report } from '../fault-case.js';
import type { FaultPostgres } from '../fault-postgres.js';
import { backWithinASecond, statusesOf, underLoad, type Scene } from '../scene.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

type Play = (scene: Scene, network: TcpProxy, report: Report) => Promise<void>;

const CLEAR = { kind: 'clear' } as const;

/** A scene with a network in between. */
const through = async (report: Report, play: Play): Promise<void> => {
  let network: TcpProxy | undefined;
  const urlOf = async (server: FaultPostgres): Promise<string> => {
    const url = new URL(server.url());
    network = await TcpProxy.to(Number(url.port));
    url.port = String(network.port);
    return url.href;
  };
  const run = async (scene: Scene): Promise<void> => {
    if (network === undefined) throw new Error('there is no network');
    await play(scene, network, report);
  };
  try {
    await underLoad(report, run, { urlOf });
  } finally {
    network?.close();
  }
};

/** A database in another region: slow for good, and nothing is refused for that. */
const far: Play = async ({ acknowledged, ledger }, network, report) => {
  const before = ledger.acknowledged.size;
  network.weather = { kind: 'far', ms: 25 };
  await acknowledged(100);
  const refused = [...ledger.statuses, ...ledger.asked].filter(([status]) => status >= 500);
  report.say(`${ledger.acknowledged.size - before} registrations at 50 ms a round trip`);
  report.holds(refused.length === 0, `nothing is refused for that: ${ledger.summary}`);
  network.weather = CLEAR;
};

/** Neither answers nor an end of the connections: those that are open now never work again. */
const silent: Play = async (scene, network, report) => {
  network.weather = { kind: 'silent' };
  const found = await statusesOf(scene, ['/livez', '/readyz', '/v1/me']);
  const isSo = found['/livez'] === 200 && found['/readyz'] === 503 && found['/v1/me'] === 503;
  report.holds(isSo, `meanwhile: ${JSON.stringify(found)}`);
  await sleep(25_000);
  report.say('no byte arrived for 25 s, and no connection was ended');
  network.weather = CLEAR;
  await backWithinASecond(scene, report);
};

/** The server has done it and the service cannot know: whoever repeats it gets what is there. */
const cutAfterCommit: Play = async ({ acknowledged }, network, report) => {
  network.weather = { kind: 'cut-after-commit', every: 5 };
  await acknowledged(300);
  network.weather = CLEAR;
  report.say(`${network.cuts} connections were cut between a commit and its answer`);
  report.holds(network.cuts >= 30, 'that was often enough to tell');
};

/** As when a server fails over: the connections end at any point of a transaction. */
const resets: Play = async (scene, network, report) => {
  let ended = 0;
  for (let times = 0; times < 30; times += 1) {
    ended += network.reset() / 2;
    await sleep(100);
  }
  report.say(`30 times, ${ended} connections were reset in all`);
  await backWithinASecond(scene, report);
};

export const NETWORK_CASES: readonly FaultCase[] = [
  {
    name: 'network-far',
    about: 'the database is 50 ms away',
    run: (report) => through(report, far),
  },
  {
    name: 'network-silent',
    about: 'no byte arrives in either direction for 25 seconds, and nobody is told',
    run: (report) => through(report, silent),
  },
  {
    name: 'network-reset',
    about: 'all connections are reset ten times a second, in the middle of transactions',
    run: (report) => through(report, resets),
  },
  {
    name: 'commit-unanswered',
    about: 'the connection is cut after each fifth commit, before its answer arrives',
    run: (report) => through(report, cutAfterCommit),
  },
];
