import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Database, DATABASE_URL } from './database.js';
import { Transactions } from './transaction.js';

@Global()
@Module({})
export class DatabaseModule {
  static at(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: DATABASE_URL, useValue: url }, Database, Transactions],
      exports: [Database, Transactions],
    };
  }
}
