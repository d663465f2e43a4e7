import { Injectable } from '@nestjs/common';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import { Cursors } from '../../database/cursors.js';
import { filterOf, readPage, type Page } from '../../database/page.js';
import type { KeyQuery } from './api-keys.bodies.js';

/** Every key there is, the revoked and expired ones included, by id. */
@Injectable()
export class ListKeys {
  constructor(
    private readonly keys: KeyRepository,
    private readonly cursors: Cursors,
  ) {}

  execute(query: KeyQuery): Promise<Page<StoredKey>> {
    return readPage(this.cursors, query, {
      filter: filterOf('api-keys', { subject: query.subject }),
      positionOf: (key) => key.id,
      rowsAfter: (position, count) =>
        this.keys.list(query.subject, typeof position === 'string' ? position : '', count),
    });
  }
}
