import { Module } from '@nestjs/common';
import { ServedTally } from '#core/impact/served-tally.js';

/** What is handed out is noted by the candidates, and written away by the impact. */
@Module({
  providers: [{ provide: ServedTally, useFactory: () => new ServedTally() }],
  exports: [ServedTally],
})
export class ServedModule {}
