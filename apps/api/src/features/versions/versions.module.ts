import { Module } from '@nestjs/common';
import { CandidatesModule } from '../candidates/candidates.module.js';
import { DeleteVersion } from './delete-version.js';
import { DiffVersions } from './diff-versions.js';
import { ListVersions } from './list-versions.js';
import { ReadVersion } from './read-version.js';
import { StoredContracts } from './stored-contracts.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';

@Module({
  imports: [CandidatesModule],
  controllers: [VersionsController],
  providers: [
    DeleteVersion,
    DiffVersions,
    ListVersions,
    ReadVersion,
    StoredContracts,
    VersionsRepository,
  ],
  exports: [ReadVersion, StoredContracts],
})
export class VersionsModule {}
