import { Module } from '@nestjs/common';
import { VersionsModule } from '../versions/versions.module.js';
import { CheckVersion } from './check-version.js';
import { DiffManifests } from './diff-manifests.js';
import { Judges } from './judges.js';
import { RegisterVersion } from './register-version.js';
import { RegisterVersions } from './register-versions.js';
import { Registrar } from './registrar.js';
import { RegistrationWritesRepository } from './registration-writes.repository.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsRepository } from './registrations.repository.js';

@Module({
  imports: [VersionsModule],
  controllers: [RegistrationsController],
  providers: [
    CheckVersion,
    DiffManifests,
    Judges,
    RegisterVersion,
    RegisterVersions,
    Registrar,
    RegistrationWritesRepository,
    RegistrationsRepository,
  ],
})
export class RegistrationsModule {}
