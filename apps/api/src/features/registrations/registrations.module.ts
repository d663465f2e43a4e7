import { Module } from '@nestjs/common';
import { VersionsModule } from '../versions/versions.module.js';
import { Judges } from './judges.js';
import { RegisterVersion } from './register-version.js';
import { Registrar } from './registrar.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsRepository } from './registrations.repository.js';

@Module({
  imports: [VersionsModule],
  controllers: [RegistrationsController],
  providers: [Judges, RegisterVersion, Registrar, RegistrationsRepository],
})
export class RegistrationsModule {}
