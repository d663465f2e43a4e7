import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from '../../support/service-process.js';
import { checkBooks } from '../bookkeeping.js';
import { askOnce, call, counted, Ledger, registerOnce } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { checkOut, olderCommit } from '../older-release.js';
import { RunningService } from '../running-service.js';

const TOGETHER = 200;
const SWITCHES = 40;
const PATIENCE_MS = 180_000;
const SWITCHED = 'upgrade.switched';

/** Two replicas on one database, of which one is of an older release. */
interface Fleet {
  readonly older: RunningService;
  readonly newer: RunningService;
}

/** Clients that register and ask through a load balancer: whichever replica is in it. */
class Clients {
  readonly ledger = new Ledger();
  /** Who takes requests now. */
  replicas: readonly RunningService[] = [];
  private isOver = false;
  private next = 0;
  private readonly work: Promise<unknown>;

  constructor(first: RunningService) {
    this.replicas = [first];
    this.work = Promise.all([
      ...Array.from({ length: 6 }, () => this.register()),
      ...Array.from({ length: 2 }, () => this.ask()),
    ]);
  }

  async acknowledged(more: number): Promise<void> {
    const wanted = this.ledger.acknowledged.size + more;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.ledger.acknowledged.size < wanted) {
      if (performance.now() > deadline)
        throw new Error(`no more is acknowledged: ${this.ledger.summary}`);
      await sleep(5);
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private address(): string {
    return this.replicas[this.next % this.replicas.length]?.address ?? '';
  }

  private async register(): Promise<void> {
    while (!this.isOver) {
      const toolId = `upgrade.tool_${this.next++}`;
      while (!this.isOver && !(await registerOnce(this.address(), toolId, this.ledger))) {
        this.next += 1;
        await sleep(20);
      }
    }
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      await askOnce(this.address(), this.ledger);
      await sleep(20);
    }
  }
}

const isOffered = async ({ address }: RunningService): Promise<boolean> => {
  const asked = { tenant: 'acme', roles: ['operator'], task_type: 'support' };
  const answer = await call(address, '/v1/candidates', 'POST', asked);
  const { tools = [] } = (await answer.json()) as { tools?: { tool_id: string }[] };
  return tools.some(({ tool_id: toolId }) => toolId === SWITCHED);
};

/** Suspends through one and asks the other, to and fro; how often it was wrong. */
const switched = async ({ older, newer }: Fleet): Promise<number> => {
  let wrong = 0;
  for (let times = 0; times < SWITCHES; times += 1) {
    const [by, other] = times % 4 < 2 ? [older, newer] : [newer, older];
    const suspended = times % 2 === 0;
    const body = { suspended, reason: 'to see it on the other replica' };
    const answer = await call(by.address, `/v1/tools/${SWITCHED}/suspension`, 'PUT', body);
    await answer.arrayBuffer();
    if (answer.status !== 200 || (await isOffered(other)) === suspended) wrong += 1;
  }
  return wrong;
};

const enable = async (server: FaultPostgres, { address }: RunningService): Promise<void> => {
  await registerOnce(address, SWITCHED, new Ledger());
  await server.query(`UPDATE tool_version SET state = 'enabled', ever_enabled = true, ever_submitted = true
                      WHERE tool_id = '${SWITCHED}'`);
  await server.query(`UPDATE tool SET ever_left_draft = true, servable = true
                      WHERE tool_id = '${SWITCHED}'`);
};

/** A key that one made and the other revoked is refused by both at once. */
const keysHold = async ({ older, newer }: Fleet): Promise<boolean> => {
  const grant = { subject: 'both', kind: 'person', permissions: ['read'] };
  for (const [maker, other] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const made = await call(maker.address, '/v1/api-keys', 'POST', grant);
    const { token } = (await made.json()) as { token: string };
    const [, id] = token.split('_');
    const me = async ({ address }: RunningService): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${address}/v1/me`, { headers })).status;
    };
    if ((await me(other)) !== 200) return false;
    await call(other.address, `/v1/api-keys/${id}`, 'DELETE');
    if ((await me(maker)) !== 401 || (await me(other)) !== 401) return false;
  }
  return true;
};

const roll = async (report: Report, server: FaultPostgres, path: string): Promise<void> => {
  const [one, two] = [await makeDataDir(), await makeDataDir()];
  const env = { DATABASE_URL: server.url() };
  const start = [process.execPath, 'apps/start.mjs'] as const;
  const older = await RunningService.start(one.path, env, { command: start, cwd: path });
  try {
    await enable(server, older);
    const clients = new Clients(older);
    await clients.acknowledged(50);
    const newer = await RunningService.start(two.path, env);
    try {
      const before = clients.ledger.acknowledged.size;
      report.say(`the newer one migrated under load; ${before} registrations until it was ready`);
      clients.replicas = [older, newer];
      const fleet = { older, newer };
      const wrong = await switched(fleet);
      report.holds(
        wrong === 0,
        `suspended by one and asked the other: ${wrong} of ${SWITCHES} wrong`,
      );
      report.holds(
        await keysHold(fleet),
        'keys of one hold on the other, until either revokes them',
      );
      await clients.acknowledged(TOGETHER);
      report.say(`${clients.ledger.acknowledged.size - before} registrations by both together`);

      clients.replicas = [newer];
      await older.stop();
      await older.again();
      clients.replicas = [older, newer];
      await clients.acknowledged(50);
      report.say('the older one was started again on the migrated database, and served');
      clients.replicas = [newer];
      report.holds((await older.stop()) === 0, 'the older one stops in good order');
      await clients.acknowledged(50);
      await clients.end();
      const { unanswered } = clients.ledger;
      report.holds(unanswered === 0, `${unanswered} requests were left without an answer`);
      await checkBooks(report, server.url(), newer.address, clients.ledger);
      report.say(`candidate requests beside: ${counted(clients.ledger.asked)}`);
    } finally {
      await clients.end();
      await newer.stop();
    }
  } finally {
    if (older.running.isRunning) await older.stop();
    await Promise.all([one.remove(), two.remove()]);
  }
};

const rollingUpgrade = async (report: Report): Promise<void> => {
  const commit = olderCommit() ?? '';
  const [folder, checkout] = [await makeDataDir(), await checkOut(commit)];
  const server = await FaultPostgres.create(folder.path);
  try {
    report.say(`the older one is of ${commit.slice(0, 7)}`);
    await roll(report, server, checkout.path);
  } finally {
    await server.remove();
    await Promise.all([folder.remove(), checkout.remove()]);
  }
};

export const UPGRADE_CASES: readonly FaultCase[] = [
  {
    name: 'rolling-upgrade',
    about: 'an older replica beside this one on one database, both in use, and then it is gone',
    impossible: async () =>
      olderCommit() === undefined ? 'this checkout has no history to take one from' : undefined,
    run: rollingUpgrade,
  },
];
