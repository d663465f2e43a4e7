import { Injectable } from '@nestjs/common';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import { AuditRepository, type StoredEvent } from './audit.repository.js';

/** What happened to a tool and its versions, the latest first. */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly events: AuditRepository,
    private readonly cursors: Cursors,
  ) {}

  async execute(toolId: string, request: PageRequest): Promise<Page<StoredEvent>> {
    if (!(await this.events.hasTool(toolId))) throw notFound();
    return readPage(this.cursors, request, {
      filter: filterOf('history', { tool_id: toolId }),
      positionOf: ({ seq }) => String(seq),
      rowsAfter: (position, count) =>
        this.events.listOf(toolId, position === null ? null : BigInt(String(position)), count),
    });
  }
}
