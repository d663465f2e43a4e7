import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Settings } from './config/env.js';
import type { Log } from './config/log.js';
import { DatabaseModule } from './database/database.module.js';
import { ApiKeysModule } from './features/api-keys/api-keys.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { CandidatesModule } from './features/candidates/candidates.module.js';
import { DocsModule } from './features/docs/docs.module.js';
import { HealthModule } from './features/health/health.module.js';
import { LifecycleModule } from './features/lifecycle/lifecycle.module.js';
import { PoliciesModule } from './features/policies/policies.module.js';
import { ProblemsModule } from './features/problems/problems.module.js';
import { RegistrationsModule } from './features/registrations/registrations.module.js';
import { RulesModule } from './features/rules/rules.module.js';
import { ToolsModule } from './features/tools/tools.module.js';
import { VersionsModule } from './features/versions/versions.module.js';
import { HttpModule } from './http/http.module.js';

const FEATURES = [
  ApiKeysModule,
  AuditModule,
  CandidatesModule,
  HealthModule,
  LifecycleModule,
  PoliciesModule,
  ProblemsModule,
  RegistrationsModule,
  RulesModule,
  ToolsModule,
  VersionsModule,
  DocsModule,
];

@Module({})
export class AppModule {
  static with(settings: Settings, log: Log, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(settings, log),
        DatabaseModule.at(databaseUrl),
        HttpModule,
        AuthModule,
        ...FEATURES,
      ],
    };
  }
}
