import { Injectable } from '@nestjs/common';
import { ceilingOf, namespacesFor, rolesOf, tenantsOf, type Grant } from '#core/policy/grant.js';
import { mayManage } from '#core/policy/within-grant.js';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page } from '../../http/page.js';
import type { KeyQuery } from './api-keys.bodies.js';

/** Every key that the caller may manage, the revoked and expired ones included, by id. */
@Injectable()
export class ListKeys {
  constructor(
    private readonly keys: KeyRepository,
    private readonly cursors: Cursors,
  ) {}

  execute(query: KeyQuery, { caller }: RequestContext): Promise<Page<StoredKey>> {
    const { subject } = query;
    return readPage(this.cursors, query, {
      filter: filterOf('api-keys', { subject, ...reachOf(caller.grant) }),
      positionOf: (key) => key.id,
      rowsAfter: (position, count) =>
        this.after(typeof position === 'string' ? position : '', count, subject, caller.grant),
    });
  }

  /** Whom a key may be shown to is not decided in the database, so that more rows may be needed. */
  private async after(
    start: string,
    count: number,
    subject: string | undefined,
    admin: Grant,
  ): Promise<StoredKey[]> {
    const found: StoredKey[] = [];
    let position: string | undefined = start;
    while (position !== undefined && found.length < count) {
      const keys: StoredKey[] = await this.keys.list(subject, position, ROWS_AT_ONCE);
      found.push(...keys.filter((key) => mayManage(admin, key.caller.grant)));
      position = keys.length < ROWS_AT_ONCE ? undefined : keys.at(-1)?.id;
    }
    return found.slice(0, count);
  }
}

/** Enough for the largest page at the first try where all keys are shown. */
const ROWS_AT_ONCE = 201;

/** A cursor goes on only for who may see the same keys. */
const reachOf = (grant: Grant) => ({
  namespaces: namespacesFor(grant, 'admin'),
  tenants: tenantsOf(grant),
  roles: rolesOf(grant),
  max_risk: ceilingOf(grant),
});
