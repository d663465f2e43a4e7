import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CatalogFence } from '../database/catalog-fence.js';
import { CatalogHeadRepository } from './catalog-head.repository.js';
import { plain } from './instruments.js';

/** What the database may take to answer a scrape, so that a scrape answers while it is away. */
const PATIENCE_MS = 1_000;

/** How far the catalog is in the database, and how far this replica knows it. */
@Injectable()
export class CatalogSamples {
  constructor(
    private readonly head: CatalogHeadRepository,
    private readonly fence: CatalogFence,
  ) {}

  async now() {
    const head = await Promise.race([
      this.head.read().catch(() => null),
      sleep(PATIENCE_MS, null, { ref: false }),
    ]);
    const { revision, ageMs } = this.fence.known;
    return {
      databaseUp: [plain(head === null ? 0 : 1)],
      auditHead: head === null ? [] : [plain(Number(head.audit_seq))],
      catalogRevision: head === null ? [] : [plain(Number(head.revision))],
      snapshotRevision: revision === undefined ? [] : [plain(revision)],
      snapshotAge: revision === undefined ? [] : [plain(ageMs / 1_000)],
    };
  }
}
