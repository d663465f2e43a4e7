import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { CheckResult } from '#core/registration/check-result.js';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { pageSchema, type Page, type PageRequest } from '../../http/page.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { NATIVE_EXAMPLE } from '../candidates/candidates.examples.js';
import { NATIVE_SCHEMA } from '../candidates/candidates.schemas.js';
import { CHECK_EXAMPLE, CHECK_SCHEMA } from './check.schema.js';
import { DeleteVersion } from './delete-version.js';
import { DiffVersions } from './diff-versions.js';
import { ListVersions } from './list-versions.js';
import { ReadVersion } from './read-version.js';
import { VERSION_EXAMPLE, VERSION_SCHEMA } from './version.schema.js';
import { DIFF_QUERY, PAGE_QUERY, type DiffQuery } from './versions.bodies.js';

const COMMON_PROBLEMS = [
  'tool-id-invalid',
  'unauthenticated',
  'permission-missing',
  'not-found',
] as const;

const EITHER_FORM = { oneOf: [VERSION_SCHEMA, NATIVE_SCHEMA] };

const TWO_FORMS =
  'With `read` the governance view: any version in any state. A key that holds only `candidates` is answered the candidate form of enabled and deprecated versions, of tools that some request of its grant could be served.';

const NUMBER_PARAM = {
  name: 'version',
  description: 'With or without build metadata.',
  example: '1.3.0',
};

const VERSION_PARAM = {
  ...NUMBER_PARAM,
  description: 'With or without build metadata; `latest` is the highest stable one in force.',
};

@ApiTags('Versions')
@ApiParam({ name: 'tool_id', example: 'support.create_ticket' })
@Controller('v1/tools/:tool_id')
export class VersionsController {
  constructor(
    private readonly readVersion: ReadVersion,
    private readonly listVersions: ListVersions,
    private readonly deleteVersion: DeleteVersion,
    private readonly diffVersions: DiffVersions,
  ) {}

  @Get('versions')
  @Requires('read', 'candidates')
  @ApiOperation({
    summary: 'List the versions of a tool',
    description: `The highest first. ${TWO_FORMS}`,
  })
  @QueryParameters(PAGE_QUERY)
  @ApiResponse({
    status: 200,
    description: 'Versions, whole.',
    schema: openApiSchema(pageSchema(EITHER_FORM)),
    example: { items: [VERSION_EXAMPLE], next_cursor: null },
  })
  @Problems(...COMMON_PROBLEMS, 'query-invalid', 'bad-cursor')
  list(
    @Param('tool_id') tool_id: string,
    @Query(new QueryPipe(PAGE_QUERY)) query: PageRequest,
    @Context() context: RequestContext,
  ): Promise<Page<object>> {
    return this.listVersions.execute(tool_id, query, context);
  }

  @Get('versions/:version')
  @Requires('read', 'candidates')
  @ApiOperation({ summary: 'Read one version', description: TWO_FORMS })
  @ApiParam(VERSION_PARAM)
  @ApiResponse({
    status: 200,
    description: 'The version, with an ETag.',
    content: {
      'application/json': {
        schema: openApiSchema(EITHER_FORM),
        examples: {
          governance: { value: VERSION_EXAMPLE },
          candidate: { value: NATIVE_EXAMPLE },
        },
      },
    },
  })
  @ApiResponse({ status: 304, description: '`If-None-Match` names the present ETag.' })
  @Problems(...COMMON_PROBLEMS)
  read(
    @Param('tool_id') tool_id: string,
    @Param('version') version: string,
    @Context() context: RequestContext,
  ): Promise<object> {
    return this.readVersion.execute({ tool_id, version }, context);
  }

  @Delete('versions/:version')
  @HttpCode(204)
  @Requires('publish')
  @ApiOperation({
    summary: 'Delete a draft that was never submitted',
    description: 'Its number is free again. Every other version stays; it can be disabled.',
  })
  @ApiParam(NUMBER_PARAM)
  @ApiResponse({ status: 204, description: 'It is gone.' })
  @Problems(...COMMON_PROBLEMS, 'namespace-forbidden', 'version-not-deletable')
  delete(
    @Param('tool_id') tool_id: string,
    @Param('version') version: string,
    @Context() context: RequestContext,
  ): Promise<void> {
    return this.deleteVersion.execute({ tool_id, version }, context);
  }

  @Get('diff')
  @Requires('read')
  @ApiOperation({
    summary: 'Compare any two versions of a tool',
    description:
      'For information: `against` is `from`, and `allowed`, `baseline` and `minimum_version` are null. Where `from` is not below `to`, no step is declared and `declared_bump` is null too.',
  })
  @QueryParameters(DIFF_QUERY)
  @ApiResponse({
    status: 200,
    description: 'How far they are apart, and why.',
    schema: openApiSchema(CHECK_SCHEMA),
    example: {
      ...CHECK_EXAMPLE,
      baseline: null,
      against: '1.2.0',
      allowed: null,
      minimum_version: null,
    },
  })
  @Problems(...COMMON_PROBLEMS, 'query-invalid', 'check-too-slow', 'too-many-checks')
  diff(
    @Param('tool_id') tool_id: string,
    @Query(new QueryPipe(DIFF_QUERY)) query: DiffQuery,
    @Context() context: RequestContext,
  ): Promise<CheckResult> {
    return this.diffVersions.execute({ tool_id, from: query.from, to: query.to }, context);
  }
}
