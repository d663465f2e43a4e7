import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

export interface CatalogHead {
  readonly revision: bigint;
  readonly audit_seq: bigint;
}

@Injectable()
export class CatalogHeadRepository {
  constructor(private readonly database: Database) {}

  read(): Promise<CatalogHead> {
    return this.database.client.catalogHead.findUniqueOrThrow({
      where: { id: 1 },
      select: { revision: true, audit_seq: true },
    });
  }
}
