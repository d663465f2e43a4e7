import { Global, Module } from '@nestjs/common';
import { Authenticator } from './authenticator.js';
import { BootstrapAdmin } from './bootstrap-admin.js';
import { KeyCache } from './key-cache.js';
import { KeyRepository } from './key.repository.js';
import { RefusalCounter } from './refusal-counter.js';
import { RefusalRepository } from './refusal.repository.js';

@Global()
@Module({
  providers: [
    Authenticator,
    BootstrapAdmin,
    KeyCache,
    KeyRepository,
    RefusalCounter,
    RefusalRepository,
  ],
  exports: [Authenticator, BootstrapAdmin, KeyRepository, RefusalCounter],
})
export class AuthModule {}
