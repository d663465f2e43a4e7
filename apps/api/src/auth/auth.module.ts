import { Global, Module } from '@nestjs/common';
import { Authenticator } from './authenticator.js';
import { BootstrapAdmin } from './bootstrap-admin.js';
import { KeyRepository } from './key.repository.js';

@Global()
@Module({
  providers: [Authenticator, BootstrapAdmin, KeyRepository],
  exports: [Authenticator, BootstrapAdmin, KeyRepository],
})
export class AuthModule {}
