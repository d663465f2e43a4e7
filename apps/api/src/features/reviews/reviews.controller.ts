import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { ReadReview } from './read-review.js';
import { REVIEW_EXAMPLE, REVIEW_SCHEMA, reviewAnswer } from './reviews.answers.js';

@Controller('v1/tools/:tool_id/versions/:version/review')
export class ReviewsController {
  constructor(private readonly readReview: ReadReview) {}

  @Get()
  @Requires('read', 'review')
  @ApiOperation({
    summary: 'See all that there is to review of a version',
    description:
      'The difference from its baseline, the findings with their proofs, the lint, the policy with what an open proposal would open, evidence, gates, approvals, who may not approve, and which steps the caller could take now. Send `contract_digest` with the approval, so that what was reviewed is what is approved.',
    tags: ['Lifecycle'],
  })
  @ApiParam({ name: 'tool_id', example: 'support.create_ticket' })
  @ApiParam({ name: 'version', description: 'With or without build metadata.', example: '1.3.0' })
  @ApiResponse({
    status: 200,
    description: 'The review, with an ETag.',
    schema: openApiSchema(REVIEW_SCHEMA),
    example: REVIEW_EXAMPLE,
  })
  @ApiResponse({ status: 304, description: '`If-None-Match` names the present ETag.' })
  @Problems('tool-id-invalid', 'unauthenticated', 'permission-missing', 'not-found')
  async get(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Context() context: RequestContext,
  ) {
    return reviewAnswer(await this.readReview.execute({ tool_id: toolId, version }, context));
  }
}
