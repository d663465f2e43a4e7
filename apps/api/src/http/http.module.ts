import { Global, Module } from '@nestjs/common';
import { Drain } from './drain.js';
import { Idempotency } from './idempotency.js';
import { IdempotentAnswersRepository } from './idempotent-answers.repository.js';

@Global()
@Module({
  providers: [Drain, Idempotency, IdempotentAnswersRepository],
  exports: [Drain, Idempotency],
})
export class HttpModule {}
