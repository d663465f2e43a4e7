import { applyDecorators, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { IMPACT_EXAMPLE, IMPACT_SCHEMA, impactAnswer } from './impact.answers.js';
import { IMPACT_QUERY, type ImpactQuery } from './impact.bodies.js';
import { ReadImpact } from './read-impact.js';

const Documented = (what: string, example: object): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: `Who was handed ${what} lately`,
      description:
        'Counted from candidate answers, a 304 included, by tenant, roles and day: who would miss it, were it ' +
        'disabled. Neither queries nor keys nor sessions are stored. Other replicas are ten seconds behind.',
    }),
    ApiParam({ name: 'tool_id', example: 'support.create_ticket' }),
    QueryParameters(IMPACT_QUERY),
    ApiResponse({
      status: 200,
      description: 'The counts.',
      schema: openApiSchema(IMPACT_SCHEMA),
      example,
    }),
    Problems(
      'query-invalid',
      'tool-id-invalid',
      'unauthenticated',
      'permission-missing',
      'not-found',
    ),
  );

@ApiTags('Audit')
@Controller('v1/tools/:tool_id')
export class ImpactController {
  constructor(private readonly readImpact: ReadImpact) {}

  @Get('impact')
  @Requires('read', 'audit')
  @Documented('a tool', IMPACT_EXAMPLE)
  async ofTool(
    @Param('tool_id') toolId: string,
    @Query(new QueryPipe(IMPACT_QUERY)) { days }: ImpactQuery,
  ) {
    return impactAnswer(await this.readImpact.execute({ tool_id: toolId }, days));
  }

  @Get('versions/:version/impact')
  @Requires('read', 'audit')
  @ApiParam({ name: 'version', example: '1.2.0' })
  @Documented('a version', { ...IMPACT_EXAMPLE, version: '1.2.0' })
  async ofVersion(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Query(new QueryPipe(IMPACT_QUERY)) { days }: ImpactQuery,
  ) {
    return impactAnswer(await this.readImpact.execute({ tool_id: toolId, version }, days));
  }
}
