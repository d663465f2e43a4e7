import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/env.js';
import { Log } from '../config/log.js';
import { Database } from './database.js';

/**
 * What auditors' questions are read from: the database itself, or a replica of it that only reads. Where
 * the replica is away they are refused, and never passed on: they were moved away from the primary for
 * a reason, which an outage does not make go away.
 */
@Injectable()
export class AuditDatabase implements OnApplicationShutdown {
  readonly queries: Database;

  constructor(
    private readonly primary: Database,
    { auditDatabaseUrl: url }: Settings,
    log: Log,
  ) {
    this.queries = url === undefined ? primary : new Database(url, log);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.queries !== this.primary) await this.queries.onApplicationShutdown();
  }
}
