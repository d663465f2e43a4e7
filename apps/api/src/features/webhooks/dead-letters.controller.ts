import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { pageSchema, type PageRequest } from '../../http/page.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { ChangeWebhook } from './change-webhook.js';
import { FindWebhook } from './find-webhook.js';
import { DEAD_LETTER_EXAMPLE, DEAD_LETTER_SCHEMA, deadLetterAnswer } from './webhooks.answers.js';
import { WEBHOOK_QUERY } from './webhooks.bodies.js';

const TAGS = ['Webhooks'];

@Controller('v1/webhooks/:id/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly findWebhook: FindWebhook,
    private readonly changeWebhook: ChangeWebhook,
  ) {}

  @Get()
  @Requires('admin')
  @ApiOperation({
    summary: 'List what a receiver did not take',
    description: 'In the order of the events; one that was redelivered is no longer listed.',
    tags: TAGS,
  })
  @QueryParameters(WEBHOOK_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The dead letters of the webhook.',
    schema: openApiSchema(pageSchema(DEAD_LETTER_SCHEMA)),
    example: { items: [DEAD_LETTER_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing', 'not-found')
  async list(
    @Param('id') id: string,
    @Query(new QueryPipe(WEBHOOK_QUERY)) query: PageRequest,
    @Context() context: RequestContext,
  ) {
    const page = await this.findWebhook.deadLetters(id, query, context);
    return { items: page.items.map(deadLetterAnswer), next_cursor: page.next_cursor };
  }

  @Post(':dead_letter_id/redelivery')
  @Requires('admin')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a dead letter once more',
    description: 'Out of turn, with the same `webhook-id`; refused again, it stays in the list.',
    tags: TAGS,
  })
  @ApiResponse({
    status: 202,
    description: 'It will be sent, by whichever replica.',
    schema: openApiSchema(DEAD_LETTER_SCHEMA),
    example: { ...DEAD_LETTER_EXAMPLE, redelivery: 'waiting' },
  })
  @Problems('unauthenticated', 'permission-missing', 'not-found')
  async redeliver(
    @Param('id') id: string,
    @Param('dead_letter_id') deadLetterId: string,
    @Context() context: RequestContext,
  ) {
    return deadLetterAnswer(await this.changeWebhook.redeliver(id, deadLetterId, context));
  }
}
