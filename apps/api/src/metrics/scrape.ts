import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import { CheckWorkers } from '../comparison/check-workers.js';
import { Database } from '../database/database.js';
import { POOL_SIZE } from '../database/pool.js';
import { Transactions } from '../database/transaction.js';
import { CatalogHeadRepository } from './catalog-head.repository.js';
import { exposition } from './exposition.js';
import { FAMILIES, type Family } from './families.js';
import { labelled, type Sample } from './instruments.js';
import { Meters } from './meters.js';

type FamilyName = keyof typeof FAMILIES;

/** What the database may take to answer a scrape, so that a scrape answers while it is away. */
const PATIENCE_MS = 1_000;

/** All metrics as they are now: what was counted, and what is read when it is asked for. */
@Injectable()
export class Scrape {
  constructor(
    private readonly meters: Meters,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly workers: CheckWorkers,
    private readonly head: CatalogHeadRepository,
  ) {}

  async text(): Promise<string> {
    const samples: Record<FamilyName, readonly Sample[]> = {
      ...this.counted(),
      ...this.poolNow(),
      ...(await this.headNow()),
      ...processNow(),
      comparisonsWaiting: [plain(this.workers.waitingNow)],
    };
    return exposition(
      Object.entries(FAMILIES).map(([name, family]): [Family, readonly Sample[]] => [
        family,
        samples[name as FamilyName], // the keys of the table itself
      ]),
    );
  }

  private counted() {
    const { meters } = this;
    return {
      requests: meters.requests.samples(),
      requestSeconds: meters.requestSeconds.samples(),
      refusals: meters.refusals.samples(),
      registrations: meters.registrations.samples(),
      comparisonSeconds: meters.comparisonSeconds.samples(),
      eventLoopLag: meters.eventLoopLag.samples(),
    };
  }

  private poolNow() {
    const { total, idle, waiting } = this.database.connections;
    return {
      poolConnections: [
        of('poolConnections', 'in_use', total - idle),
        of('poolConnections', 'idle', idle),
      ],
      poolSize: [plain(POOL_SIZE)],
      poolWaiting: [
        of('poolWaiting', 'connection', waiting),
        of('poolWaiting', 'turn', this.transactions.waiting),
      ],
    };
  }

  private async headNow() {
    const head = await Promise.race([
      this.head.read().catch(() => null),
      sleep(PATIENCE_MS, null, { ref: false }),
    ]);
    return {
      databaseUp: [plain(head === null ? 0 : 1)],
      auditHead: head === null ? [] : [plain(Number(head.audit_seq))],
      catalogRevision: head === null ? [] : [plain(Number(head.revision))],
    };
  }
}

const processNow = () => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    info: [{ labels: labelled(FAMILIES.info.labels, [ENGINE_VERSION, process.version]), value: 1 }],
    cpu: [plain((user + system) / 1e6)],
    memory: [plain(rss)],
    heap: [plain(heapUsed)],
    started: [plain(Math.round(Date.now() / 1_000 - process.uptime()))],
  };
};

const plain = (value: number): Sample => ({ labels: [], value });

const of = (name: FamilyName, label: string, value: number): Sample => ({
  labels: labelled(FAMILIES[name].labels, [label]),
  value,
});
