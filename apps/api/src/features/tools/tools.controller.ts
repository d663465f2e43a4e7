import { Body, Controller, Get, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { pageSchema } from '../../http/page.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { NATIVE_SCHEMA } from '../candidates/candidates.schemas.js';
import { ShowTools } from './show-tools.js';
import { Suspend } from './suspend.js';
import {
  SUSPENSION_EXAMPLE,
  SUSPENSION_SCHEMA,
  suspensionAnswer,
  TOOL_EXAMPLE,
  TOOL_ROW_EXAMPLE,
  TOOL_ROW_SCHEMA,
  TOOL_SCHEMA,
  toolAnswer,
} from './tools.answers.js';
import {
  SUSPENSION,
  TOOL_CHANGE,
  TOOL_QUERY,
  type SuspensionBody,
  type ToolChangeBody,
  type ToolQuery,
} from './tools.bodies.js';
import { UpdateTool } from './update-tool.js';

const TAGS = ['Tools'];
const READ_PROBLEMS = ['unauthenticated', 'permission-missing'] as const;
const COMMAND_PROBLEMS = [
  ...READ_PROBLEMS,
  'tool-id-invalid',
  'namespace-forbidden',
  'bad-json',
  'body-invalid',
  'not-found',
] as const;

@Controller('v1/tools')
export class ToolsController {
  constructor(
    private readonly showTools: ShowTools,
    private readonly updateTool: UpdateTool,
    private readonly suspend: Suspend,
  ) {}

  @Get()
  @Requires('read', 'candidates')
  @ApiOperation({
    summary: 'List the tools',
    description:
      'With `read`, every tool of its namespaces. With `candidates` alone, only the tools that some request of the key could be answered with, each in the form of a candidate; the filters `owner` and `state` need `read`.',
    tags: TAGS,
  })
  @QueryParameters(TOOL_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The tools by tool_id.',
    schema: openApiSchema(pageSchema({ anyOf: [TOOL_ROW_SCHEMA, NATIVE_SCHEMA] })),
    example: { items: [TOOL_ROW_EXAMPLE], next_cursor: null },
  })
  @Problems(...READ_PROBLEMS, 'query-invalid', 'bad-cursor')
  list(
    @Query(new QueryPipe(TOOL_QUERY)) query: ToolQuery,
    @Context() context: RequestContext,
  ): Promise<object> {
    return this.showTools.list(query, context);
  }

  @Get(':tool_id')
  @Requires('read', 'candidates')
  @ApiOperation({
    summary: 'Read a tool',
    description: 'With `candidates` alone, in the form of a candidate, where it could be one.',
    tags: TAGS,
  })
  @ApiResponse({
    status: 200,
    description: 'The tool with its policy, presentation and versions.',
    schema: openApiSchema({ anyOf: [TOOL_SCHEMA, NATIVE_SCHEMA] }),
    example: TOOL_EXAMPLE,
  })
  @Problems(...READ_PROBLEMS, 'tool-id-invalid', 'not-found')
  get(@Param('tool_id') toolId: string, @Context() context: RequestContext): Promise<object> {
    return this.showTools.get(toolId, context);
  }

  @Patch(':tool_id')
  @Requires('publish', 'review', 'admin')
  @ApiOperation({
    summary: 'Change the presentation, or confirm guessed values',
    description:
      'Owner, example queries, aliases and note are for the owning publisher and admins. `proposed: []` confirms every value that a converter guessed, and is for reviewers.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(TOOL_CHANGE) })
  @ApiResponse({
    status: 200,
    description: 'The tool as it stands now.',
    schema: openApiSchema(TOOL_SCHEMA),
    example: TOOL_EXAMPLE,
  })
  @Problems(...COMMAND_PROBLEMS)
  async update(
    @Param('tool_id') toolId: string,
    @Body(new BodyPipe(TOOL_CHANGE)) body: ToolChangeBody,
    @Context() context: RequestContext,
  ) {
    return toolAnswer(await this.updateTool.execute(toolId, body, context));
  }

  @Put(':tool_id/suspension')
  @Requires('publish', 'admin')
  @ApiOperation({
    summary: 'Throw or lift the kill switch of a tool',
    description:
      'Hides every version at once, whatever their state; lifting restores what was. What an admin suspended only an admin lifts.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(SUSPENSION) })
  @ApiResponse({
    status: 200,
    description: 'How the switch stands.',
    schema: openApiSchema(SUSPENSION_SCHEMA),
    example: SUSPENSION_EXAMPLE,
  })
  @Problems(...COMMAND_PROBLEMS, 'suspended-by-admin')
  async suspendTool(
    @Param('tool_id') toolId: string,
    @Body(new BodyPipe(SUSPENSION)) body: SuspensionBody,
    @Context() context: RequestContext,
  ) {
    return suspensionAnswer(await this.suspend.tool(toolId, body, context));
  }
}
