import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CatalogHeadRepository } from './catalog-head.repository.js';
import { CatalogSamples } from './catalog-samples.js';
import { Meters } from './meters.js';
import { MetricsServer } from './metrics-server.js';
import { Scrape } from './scrape.js';

@Global()
@Module({})
export class MetricsModule {
  static of(meters: Meters): DynamicModule {
    return {
      module: MetricsModule,
      providers: [
        { provide: Meters, useValue: meters },
        CatalogHeadRepository,
        CatalogSamples,
        Scrape,
        MetricsServer,
      ],
      exports: [Meters, MetricsServer],
    };
  }
}
