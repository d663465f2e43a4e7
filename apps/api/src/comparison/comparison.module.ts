import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CheckWorkers } from './check-workers.js';
import { Comparer } from './comparer.js';
import { WORKER_SETTINGS, WorkerSettings } from './worker-settings.js';

@Global()
@Module({})
export class ComparisonModule {
  static with(settings: Partial<WorkerSettings> = {}): DynamicModule {
    const workers: WorkerSettings = { ...WORKER_SETTINGS, ...settings };
    return {
      module: ComparisonModule,
      providers: [{ provide: WorkerSettings, useValue: workers }, CheckWorkers, Comparer],
      exports: [Comparer, CheckWorkers, WorkerSettings],
    };
  }
}
