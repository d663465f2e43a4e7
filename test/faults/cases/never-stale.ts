import type pg from 'pg';
import { makeDataDir } from '../../support/service-process.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';
import { SwitchedTool } from '../switched-tool.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** Of all four cases together; QM_STALE_CYCLES=10000 makes the proof of it. */
const CYCLES = Math.ceil(Number(process.env['QM_STALE_CYCLES'] ?? 400) / 4);
/** Of each replica, who never pause. */
const READERS = 1;
const READERS_UNDER_LOAD = 4;
/** Now and then all connections of a replica are hurt, and not only the one that tells of changes. */
const ALL_EVERY = 25;
const FENCE = 'quartermaster-fence';
const ANY = 'quartermaster';

interface Play {
  readonly tool: SwitchedTool;
  /** Before each replica's connections to the database. */
  readonly networks: readonly TcpProxy[];
  readonly admin: pg.Client;
}

/** What is done to the connections in each cycle; returns how many were hurt. */
type Hurt = (play: Play, cycle: number) => Promise<number> | number;

const nothing: Hurt = () => 0;

const kill: Hurt = async ({ admin }, cycle) => {
  const { rowCount } = await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name LIKE $1 AND pid <> pg_backend_pid()`,
    [cycle % ALL_EVERY === 0 ? `${ANY}%` : FENCE],
  );
  return rowCount ?? 0;
};

const hang: Hurt = ({ networks }, cycle) => {
  // The replica that does not write: a change that hangs is not acknowledged, and proves nothing.
  if (cycle % ALL_EVERY === 0) return networks[(cycle + 1) % networks.length]?.hang(ANY) ?? 0;
  return networks.reduce((count, network) => count + network.hang(FENCE), 0);
};

const cyclesOf = async (play: Play, hurt: Hurt, readers: number, report: Report): Promise<void> => {
  const { tool } = play;
  const end = tool.watch(readers);
  let hurtInAll = 0;
  try {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      // By turns before the change, and between its answer and the next question.
      const isBefore = cycle % 2 === 0;
      if (isBefore) hurtInAll += await hurt(play, cycle);
      await tool.cycle(cycle, async () => {
        if (!isBefore) hurtInAll += await hurt(play, cycle);
      });
    }
  } finally {
    await end();
  }
  report.say(`${tool.cycles} times suspended and lifted, by way of either replica`);
  report.say(`${hurtInAll} connections hurt, ${tool.refused} answers refused with 503`);
  report.holds(tool.stale === 0, `${tool.stale} of ${tool.answers} answers were stale`);
  report.holds(tool.cycles === CYCLES && tool.answers >= 8 * CYCLES, 'every cycle was judged');
};

/** Two replicas as processes, each with a network of its own to one database. */
const played = async (report: Report, hurt: Hurt, readers: number): Promise<void> => {
  const folder = await makeDataDir();
  const server = await FaultPostgres.create(folder.path);
  const networks: TcpProxy[] = [];
  const services: RunningService[] = [];
  const dataDirs = [await makeDataDir(), await makeDataDir()];
  try {
    for (const dataDir of dataDirs) {
      const url = new URL(server.url());
      const network = await TcpProxy.to(Number(url.port));
      networks.push(network);
      url.port = String(network.port);
      services.push(await RunningService.start(dataDir.path, { DATABASE_URL: url.href }));
    }
    const tool = new SwitchedTool(services.map(({ address }) => address));
    await tool.offer(server);
    const admin = await server.holding('SELECT 1');
    await cyclesOf({ tool, networks, admin }, hurt, readers, report);
    await admin.end();
  } finally {
    for (const service of services) await service.stop();
    for (const network of networks) network.close();
    await server.remove();
    for (const each of [folder, ...dataDirs]) await each.remove();
  }
};

export const NEVER_STALE_CASES: readonly FaultCase[] = [
  {
    name: 'stale-idle',
    about: 'suspended and lifted over two replicas that nobody else asks',
    run: (report) => played(report, nothing, 0),
  },
  {
    name: 'stale-load',
    about: 'the same while many ask both of them without a pause',
    run: (report) => played(report, nothing, READERS_UNDER_LOAD),
  },
  {
    name: 'stale-killed',
    about: 'the same while the connections to the database are killed in every cycle',
    run: (report) => played(report, kill, READERS),
  },
  {
    name: 'stale-hung',
    about: 'the same while the connections to the database hang in every cycle',
    run: (report) => played(report, hang, READERS),
  },
];
