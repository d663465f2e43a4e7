import { Module } from '@nestjs/common';
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

@Module({
  controllers: [AuditController, CheckpointsController, ExportController, HistoryController],
  providers: [
    AuditRepository,
    CheckpointKey,
    CheckpointsRepository,
    ExportEvents,
    FollowTrail,
    KeepCheckpoints,
    KeepPartitions,
    ListAuditKeys,
    ListCheckpoints,
    ListEvents,
    MakeCheckpoint,
    ReadHistory,
    VerifyChain,
  ],
})
export class AuditModule {}
