import { Global, Module } from '@nestjs/common';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Cursors } from './cursors.js';
import { DirectRoutes } from './direct-routes.js';
import { Drain } from './drain.js';
import { Idempotency } from './idempotency.js';
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
  ],
  exports: [Cursors, CursorSecretRepository, DirectRoutes, Drain, Idempotency],
})
export class HttpModule {}
