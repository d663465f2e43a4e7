import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { Requires } from '../../auth/requires.decorator.js';
import { pageSchema, type PageRequest } from '../../http/page.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { HISTORY_QUERY } from './audit.bodies.js';
import { HISTORY_ENTRY_EXAMPLE, HISTORY_ENTRY_SCHEMA, historyAnswer } from './history.answers.js';
import { ReadHistory } from './read-history.js';

@Controller('v1/tools/:tool_id/history')
export class HistoryController {
  constructor(private readonly readHistory: ReadHistory) {}

  @Get()
  @Requires('read')
  @ApiOperation({
    summary: 'What happened to a tool and its versions',
    description: 'The events of the audit trail about the tool, the latest first.',
    tags: ['Audit'],
  })
  @ApiParam({ name: 'tool_id', example: 'support.create_ticket' })
  @QueryParameters(HISTORY_QUERY)
  @ApiResponse({
    status: 200,
    description: 'Events.',
    schema: openApiSchema(pageSchema(HISTORY_ENTRY_SCHEMA)),
    example: { items: [HISTORY_ENTRY_EXAMPLE], next_cursor: null },
  })
  @Problems(
    'query-invalid',
    'bad-cursor',
    'tool-id-invalid',
    'unauthenticated',
    'permission-missing',
    'not-found',
  )
  async list(
    @Param('tool_id') toolId: string,
    @Query(new QueryPipe(HISTORY_QUERY)) query: PageRequest,
  ) {
    const page = await this.readHistory.execute(toolId, query);
    return { items: page.items.map(historyAnswer), next_cursor: page.next_cursor };
  }
}
