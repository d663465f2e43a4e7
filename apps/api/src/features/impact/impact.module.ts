import { Module } from '@nestjs/common';
import { VersionsModule } from '../versions/versions.module.js';
import { ImpactController } from './impact.controller.js';
import { ImpactRepository } from './impact.repository.js';
import { ReadImpact } from './read-impact.js';
import { ServedModule } from './served.module.js';
import { WriteCounts } from './write-counts.js';

@Module({
  imports: [ServedModule, VersionsModule],
  controllers: [ImpactController],
  providers: [ImpactRepository, ReadImpact, WriteCounts],
})
export class ImpactModule {}
