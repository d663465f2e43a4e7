import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { HistoryController } from './history.controller.js';
import { ListEvents } from './list-events.js';
import { ReadHistory } from './read-history.js';
import { VerifyChain } from './verify-chain.js';

@Module({
  controllers: [AuditController, HistoryController],
  providers: [AuditRepository, ListEvents, ReadHistory, VerifyChain],
})
export class AuditModule {}
