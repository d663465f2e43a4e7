import { Global, Module } from '@nestjs/common';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Cursors } from './cursors.js';
import { DirectRoutes } from './direct-routes.js';
import { Drain } from './drain.js';
import { Idempotency } from './idempotency.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimits } from './rate-limits.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';

@Global()
@Module({
  providers: [
    Cursors,
    CursorSecretRepository,
    DirectRoutes,
    Drain,
    Idempotency,
    IdempotentAnswersRepository,
    RateLimitRepository,
    RateLimits,
  ],
  exports: [Cursors, CursorSecretRepository, DirectRoutes, Drain, Idempotency, RateLimits],
})
export class HttpModule {}
