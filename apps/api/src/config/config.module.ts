import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Settings } from './env.js';
import { Log } from './log.js';

@Global()
@Module({})
export class ConfigModule {
  static of(settings: Settings, log: Log): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Log, useValue: log },
      ],
      exports: [Settings, Log],
    };
  }
}
