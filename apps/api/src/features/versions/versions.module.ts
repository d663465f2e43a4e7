import { Module } from '@nestjs/common';
import { Comparer } from './comparer.js';
import { ReadVersion } from './read-version.js';
import { StoredContracts } from './stored-contracts.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';

@Module({
  controllers: [VersionsController],
  providers: [Comparer, ReadVersion, StoredContracts, VersionsRepository],
  exports: [Comparer, ReadVersion, StoredContracts],
})
export class VersionsModule {}
