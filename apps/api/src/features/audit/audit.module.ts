import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { ListEvents } from './list-events.js';
import { VerifyChain } from './verify-chain.js';

@Module({
  controllers: [AuditController],
  providers: [AuditRepository, ListEvents, VerifyChain],
})
export class AuditModule {}
