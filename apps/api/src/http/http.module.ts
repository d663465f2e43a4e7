import { Global, Module } from '@nestjs/common';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Cursors } from './cursors.js';
import { Drain } from './drain.js';
import { Idempotency } from './idempotency.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';

@Global()
@Module({
  providers: [Cursors, CursorSecretRepository, Drain, Idempotency, IdempotentAnswersRepository],
  exports: [Cursors, Drain, Idempotency],
})
export class HttpModule {}
