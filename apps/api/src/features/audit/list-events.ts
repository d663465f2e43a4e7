import { Injectable } from '@nestjs/common';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page } from '../../http/page.js';
import { readTimestamp } from '../../http/timestamp.js';
import type { AuditQuery } from './audit.bodies.js';
import {
  AuditRepository,
  type ChainHead,
  type EventFilter,
  type StoredEvent,
} from './audit.repository.js';

/** The audit trail, the latest event first; within the auditor's namespaces where they are stated. */
@Injectable()
export class ListEvents {
  constructor(
    private readonly events: AuditRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * How far the trail went where it is read, which may be a replica that is behind. What happens
   * elsewhere is told to nobody who audits some namespaces alone: null.
   */
  async head({ caller }: RequestContext): Promise<ChainHead | null> {
    return isEvery(namespacesFor(caller.grant, 'audit')) ? this.events.head() : null;
  }

  execute(query: AuditQuery, { caller }: RequestContext): Promise<Page<StoredEvent>> {
    const { since, until } = query;
    const namespaces = namespacesFor(caller.grant, 'audit');
    const exact = exactOf(query);
    const filter: EventFilter = {
      ...exact,
      namespaces: isEvery(namespaces) ? null : namespaces,
      ...(since === undefined ? {} : { since: readTimestamp(since, '/since', 'query-invalid') }),
      ...(until === undefined ? {} : { until: readTimestamp(until, '/until', 'query-invalid') }),
    };
    return readPage(this.cursors, query, {
      filter: filterOf('audit-events', { ...exact, since, until, namespaces }),
      positionOf: ({ seq }) => String(seq),
      rowsAfter: (position, count) =>
        this.events.list(filter, position === null ? null : BigInt(String(position)), count),
    });
  }
}

const exactOf = (query: AuditQuery) => ({
  ...(query.tool_id === undefined ? {} : { tool_id: query.tool_id }),
  ...(query.actor === undefined ? {} : { actor: query.actor }),
  ...(query.action === undefined ? {} : { action: query.action }),
});
