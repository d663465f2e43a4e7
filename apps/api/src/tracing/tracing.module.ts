import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Tracing } from './tracing.js';

@Global()
@Module({})
export class TracingModule {
  static of(tracing: Tracing): DynamicModule {
    return {
      module: TracingModule,
      providers: [{ provide: Tracing, useValue: tracing }],
      exports: [Tracing],
    };
  }
}
