import { Global, Module } from '@nestjs/common';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Cursors } from './cursors.js';
import { DirectRoutes } from './direct-routes.js';
import { Drain } from './drain.js';
import { Idempotency } from './idempotency.js';
import { LargeBodies } from './large-bodies.js';
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
    LargeBodies,
    RateLimitRepository,
    RateLimits,
  ],
  exports: [
    Cursors,
    CursorSecretRepository,
    DirectRoutes,
    Drain,
    Idempotency,
    LargeBodies,
    RateLimits,
  ],
})
export class HttpModule {}
