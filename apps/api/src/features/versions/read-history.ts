import { Injectable } from '@nestjs/common';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import { historyAnswer, type HistoryEntry } from './history.answers.js';
import { VersionsRepository, type ToolEvent } from './versions.repository.js';

/** What happened to a tool and its versions, the latest first. */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly cursors: Cursors,
  ) {}

  async execute(toolId: string, request: PageRequest): Promise<Page<HistoryEntry>> {
    if (!(await this.versions.hasTool(toolId))) throw notFound();
    const page = await readPage<ToolEvent>(this.cursors, request, {
      filter: filterOf('history', { tool_id: toolId }),
      positionOf: ({ seq }) => String(seq),
      rowsAfter: (position, count) =>
        this.versions.eventsOf(toolId, position === null ? null : BigInt(String(position)), count),
    });
    return { items: page.items.map(historyAnswer), next_cursor: page.next_cursor };
  }
}
