import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CatalogFence } from '../database/catalog-fence.js';
import { SharedProbe } from '../database/shared-probe.js';
import { CatalogHeadRepository, type CatalogHead } from './catalog-head.repository.js';
import { plain } from './instruments.js';

/** What the database may take to answer a scrape, so that a scrape answers while it is away. */
const PATIENCE_MS = 1_000;
const HEAD_GOOD_FOR_MS = 1_000;

/** How far the catalog is in the database, and how far this replica knows it. */
@Injectable()
export class CatalogSamples {
  /** Open to anyone, so that scrapes without end take one connection, and that once a second. */
  private readonly head: SharedProbe<CatalogHead>;

  constructor(
    repository: CatalogHeadRepository,
    private readonly fence: CatalogFence,
  ) {
    this.head = new SharedProbe(() => repository.read(), HEAD_GOOD_FOR_MS);
  }

  async now() {
    const head = await Promise.race([
      this.head.run().catch(() => null),
      sleep(PATIENCE_MS, null, { ref: false }),
    ]);
    const { revision, ageMs } = this.fence.known;
    return {
      databaseUp: [plain(head === null ? 0 : 1)],
      auditHead: head === null ? [] : [plain(Number(head.audit_seq))],
      catalogRevision: head === null ? [] : [plain(Number(head.revision))],
      webhookDeadLetters: head === null ? [] : [plain(Number(head.dead_letters))],
      webhooksSuspended: head === null ? [] : [plain(Number(head.suspended_webhooks))],
      webhookLag: head === null ? [] : [plain(head.webhook_lag)],
      snapshotRevision: revision === undefined ? [] : [plain(revision)],
      snapshotAge: revision === undefined ? [] : [plain(ageMs / 1_000)],
    };
  }
}
