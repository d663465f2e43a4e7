import { Injectable } from '@nestjs/common';
import { viewOf } from '#core/policy/grant.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Page } from '../../http/page.js';
import { CandidateViews } from '../candidates/candidate-views.js';
import { ReadTools } from './read-tools.js';
import { toolAnswer, toolRow } from './tools.answers.js';
import type { ToolQuery } from './tools.bodies.js';

/**
 * Tools as this caller may know them: the governance view for who holds `read`, and for an agent
 * only what some request of its own could be answered with, in the form of a candidate.
 */
@Injectable()
export class ShowTools {
  constructor(
    private readonly tools: ReadTools,
    private readonly views: CandidateViews,
  ) {}

  async list(query: ToolQuery, context: RequestContext): Promise<Page<object>> {
    if (viewOf(context.caller.grant) === 'candidates') return this.views.list(query, context);
    const page = await this.tools.list(query, context);
    return { items: page.items.map(toolRow), next_cursor: page.next_cursor };
  }

  async get(toolId: string, context: RequestContext): Promise<object> {
    return viewOf(context.caller.grant) === 'governance'
      ? toolAnswer(await this.tools.get(toolId, context))
      : this.views.getTool(toolId, context);
  }
}
