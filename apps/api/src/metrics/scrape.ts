import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import { CheckWorkers } from '../comparison/check-workers.js';
import { Database } from '../database/database.js';
import { POOL_SIZE } from '../database/pool.js';
import { Transactions } from '../database/transaction.js';
import { CatalogSamples } from './catalog-samples.js';
import { exposition } from './exposition.js';
import { FAMILIES, type Family } from './families.js';
import { labelled, plain, type Sample } from './instruments.js';
import { Meters } from './meters.js';

type FamilyName = keyof typeof FAMILIES;

/** All metrics as they are now: what was counted, and what is read when it is asked for. */
@Injectable()
export class Scrape {
  constructor(
    private readonly meters: Meters,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly workers: CheckWorkers,
    private readonly catalog: CatalogSamples,
  ) {}

  async text(): Promise<string> {
    const samples: Record<FamilyName, readonly Sample[]> = {
      ...this.counted(),
      ...this.poolNow(),
      ...(await this.catalog.now()),
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
      candidateAnswers: meters.candidateAnswers.samples(),
      candidateSources: meters.candidateSources.samples(),
      candidateTools: meters.candidateTools.samples(),
      candidatesStale: meters.candidatesStale.samples(),
      comparisonSeconds: meters.comparisonSeconds.samples(),
      snapshotReady: meters.snapshotReady.samples(),
      eventStreams: meters.eventStreams.samples(),
      eventStreamsCut: meters.eventStreamsCut.samples(),
      brokenGlass: meters.brokenGlass.samples(),
      webhookDeliveries: meters.webhookDeliveries.samples(),
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

const of = (name: FamilyName, label: string, value: number): Sample => ({
  labels: labelled(FAMILIES[name].labels, [label]),
  value,
});
