import { Module } from '@nestjs/common';
import { Comparer } from './comparer.js';
import { DeleteVersion } from './delete-version.js';
import { DiffVersions } from './diff-versions.js';
import { ListVersions } from './list-versions.js';
import { ReadHistory } from './read-history.js';
import { ReadVersion } from './read-version.js';
import { StoredContracts } from './stored-contracts.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';
import { VisibleTools } from './visible-tools.js';

@Module({
  controllers: [VersionsController],
  providers: [
    Comparer,
    DeleteVersion,
    DiffVersions,
    ListVersions,
    ReadHistory,
    ReadVersion,
    StoredContracts,
    VersionsRepository,
    VisibleTools,
  ],
  exports: [Comparer, ReadVersion, StoredContracts],
})
export class VersionsModule {}
