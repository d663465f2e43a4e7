import { Module, type Provider } from '@nestjs/common';
import { AuditDatabase } from '../../database/audit-database.js';
import { Cursors } from '../../http/cursors.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { CheckpointKey } from './checkpoint-key.js';
import { CheckpointsController } from './checkpoints.controller.js';
import { CheckpointsRepository } from './checkpoints.repository.js';
import { ExportController } from './export.controller.js';
import { ExportEvents } from './export-events.js';
import { FollowTrail } from './follow-trail.js';
import { HistoryController } from './history.controller.js';
import { KeepCheckpoints } from './keep-checkpoints.js';
import { KeepPartitions } from './keep-partitions.js';
import { ListAuditKeys } from './list-audit-keys.js';
import { ListCheckpoints } from './list-checkpoints.js';
import { ListEvents } from './list-events.js';
import { MakeCheckpoint } from './make-checkpoint.js';
import { ReadHistory } from './read-history.js';
import { VerifyChain } from './verify-chain.js';

/** What auditors ask is read where that was configured to be; signing follows the primary. */
const QUERIES: Provider[] = [
  {
    provide: ListEvents,
    inject: [AuditDatabase, Cursors],
    useFactory: ({ queries }: AuditDatabase, cursors: Cursors) =>
      new ListEvents(new AuditRepository(queries), cursors),
  },
  {
    provide: ExportEvents,
    inject: [AuditDatabase],
    useFactory: ({ queries }: AuditDatabase) =>
      new ExportEvents(new AuditRepository(queries), new CheckpointsRepository(queries)),
  },
  {
    provide: VerifyChain,
    inject: [AuditDatabase],
    useFactory: ({ queries }: AuditDatabase) => {
      const events = new AuditRepository(queries);
      return new VerifyChain(events, new CheckpointsRepository(queries), new FollowTrail(events));
    },
  },
];

@Module({
  controllers: [AuditController, CheckpointsController, ExportController, HistoryController],
  providers: [
    AuditRepository,
    CheckpointKey,
    CheckpointsRepository,
    FollowTrail,
    KeepCheckpoints,
    KeepPartitions,
    ListAuditKeys,
    ListCheckpoints,
    MakeCheckpoint,
    ReadHistory,
    ...QUERIES,
  ],
})
export class AuditModule {}
