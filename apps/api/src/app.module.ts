import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuthModule } from './auth/auth.module.js';
import { ComparisonModule } from './comparison/comparison.module.js';
import type { WorkerSettings } from './comparison/worker-settings.js';
import { ConfigModule } from './config/config.module.js';
import type { Settings } from './config/env.js';
import { DatabaseModule } from './database/database.module.js';
import { ApiKeysModule } from './features/api-keys/api-keys.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { CandidatesModule } from './features/candidates/candidates.module.js';
import { DocsModule } from './features/docs/docs.module.js';
import { EventsModule } from './features/events/events.module.js';
import { HealthModule } from './features/health/health.module.js';
import { ImpactModule } from './features/impact/impact.module.js';
import { LifecycleModule } from './features/lifecycle/lifecycle.module.js';
import { PoliciesModule } from './features/policies/policies.module.js';
import { ProblemsModule } from './features/problems/problems.module.js';
import { RegistrationsModule } from './features/registrations/registrations.module.js';
import { ReviewsModule } from './features/reviews/reviews.module.js';
import { RulesModule } from './features/rules/rules.module.js';
import { ToolsModule } from './features/tools/tools.module.js';
import { VersionsModule } from './features/versions/versions.module.js';
import { WebhooksModule } from './features/webhooks/webhooks.module.js';
import { HttpModule } from './http/http.module.js';
import type { Meters } from './metrics/meters.js';
import { MetricsModule } from './metrics/metrics.module.js';
import type { Tracing } from './tracing/tracing.js';
import { TracingModule } from './tracing/tracing.module.js';

/** What an application is made with. */
export interface AppOptions {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly workers?: Partial<WorkerSettings>;
}

const FEATURES = [
  ApiKeysModule,
  AuditModule,
  CandidatesModule,
  EventsModule,
  HealthModule,
  ImpactModule,
  LifecycleModule,
  PoliciesModule,
  ProblemsModule,
  RegistrationsModule,
  ReviewsModule,
  RulesModule,
  ToolsModule,
  VersionsModule,
  WebhooksModule,
  DocsModule,
];

@Module({})
export class AppModule {
  static with(
    { settings, log, databaseUrl, workers }: AppOptions,
    meters: Meters,
    tracing: Tracing,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(settings, log),
        DatabaseModule.at(databaseUrl),
        MetricsModule.of(meters),
        TracingModule.of(tracing),
        HttpModule,
        AuthModule,
        ComparisonModule.with(workers),
        ...FEATURES,
      ],
    };
  }
}
