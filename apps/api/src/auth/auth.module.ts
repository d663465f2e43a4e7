import { Global, Module } from '@nestjs/common';
import { Authenticator } from './authenticator.js';
import { BootstrapAdmin } from './bootstrap-admin.js';
import { FailedAttempts } from './failed-attempts.js';
import { JudgeAgain } from './judge-again.js';
import { KeyCache } from './key-cache.js';
import { KeyRepository } from './key.repository.js';
import { OidcTokens } from './oidc/oidc-tokens.js';
import { RefusalCounter } from './refusal-counter.js';
import { RefusalRepository } from './refusal.repository.js';

@Global()
@Module({
  providers: [
    Authenticator,
    BootstrapAdmin,
    FailedAttempts,
    JudgeAgain,
    KeyCache,
    KeyRepository,
    OidcTokens,
    RefusalCounter,
    RefusalRepository,
  ],
  exports: [Authenticator, BootstrapAdmin, JudgeAgain, KeyRepository, RefusalCounter],
})
export class AuthModule {}
