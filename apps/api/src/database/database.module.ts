import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuditDatabase } from './audit-database.js';
import { CatalogFence } from './catalog-fence.js';
import { Database, DATABASE_URL } from './database.js';
import { Transactions } from './transaction.js';

@Global()
@Module({})
export class DatabaseModule {
  static at(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DATABASE_URL, useValue: url },
        AuditDatabase,
        CatalogFence,
        Database,
        Transactions,
      ],
      exports: [DATABASE_URL, AuditDatabase, CatalogFence, Database, Transactions],
    };
  }
}
