import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { mayRead, namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import type { ToolQuery } from './tools.bodies.js';
import { ToolsRepository, type ListedTool } from './tools.repository.js';

/** The governance view: every tool of the caller's namespaces, whatever the state of its versions. */
@Injectable()
export class ReadTools {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly cursors: Cursors,
  ) {}

  list(query: ToolQuery, { caller }: RequestContext): Promise<Page<ListedTool>> {
    const namespaces = namespacesFor(caller.grant, 'read');
    const { limit, cursor, ...narrowing } = query;
    const page = {
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    return readPage(this.cursors, page, {
      filter: filterOf('tools', { ...narrowing, namespaces }),
      positionOf: ({ tool_id: toolId }) => toolId,
      rowsAfter: (position, count) =>
        this.tools.list(
          { ...narrowing, namespaces: isEvery(namespaces) ? null : namespaces },
          typeof position === 'string' ? position : '',
          count,
        ),
    });
  }

  /** A tool that the list has too; any other is answered like one that does not exist. */
  async get(toolId: string, { caller }: RequestContext): Promise<ListedTool> {
    const tool = mayRead(caller.grant, namespaceOf(toolId)) ? await this.tools.find(toolId) : null;
    if (tool === null) throw notFound();
    return tool;
  }
}
