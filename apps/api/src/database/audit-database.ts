import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/env.js';
import { Log } from '../config/log.js';
import { StartFailure } from '../config/start-failure.js';
import { Database } from './database.js';
import { AnotherCatalog, ReplicaDatabase } from './replica-database.js';

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
    private readonly log: Log,
  ) {
    this.queries = url === undefined ? primary : new ReplicaDatabase(url, primary, log);
  }

  /**
   * Throws StartFailure where the replica is none of this catalog. One that is away holds no start up:
   * auditors alone are refused until it is back, and also once it turns out to be another one.
   */
  async start(): Promise<void> {
    if (!(this.queries instanceof ReplicaDatabase)) return;
    try {
      await this.queries.requireReplica();
    } catch (error) {
      if (error instanceof AnotherCatalog) throw ofAnotherCatalog();
      this.log.warn({ reason: String(error) }, 'the replica for auditors could not be looked at');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.queries !== this.primary) await this.queries.onApplicationShutdown();
  }
}

const ofAnotherCatalog = (): StartFailure =>
  new StartFailure(
    'the database of QM_AUDIT_DATABASE_URL is no replica of this catalog: it holds another one, or another history',
    'Correct the setting, or leave it out to have auditors answered by the database itself',
  );
