import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { TEXT } from '../../http/answer-schema.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { pageSchema, type PageRequest } from '../../http/page.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { ChangeWebhook } from './change-webhook.js';
import { CreateWebhook } from './create-webhook.js';
import { FindWebhook } from './find-webhook.js';
import {
  SECRET_EXAMPLE,
  WEBHOOK_EXAMPLE,
  WEBHOOK_SCHEMA,
  WEBHOOK_WITH_SECRET_SCHEMA,
  webhookAnswer,
} from './webhooks.answers.js';
import {
  NEW_WEBHOOK,
  WEBHOOK_QUERY,
  WEBHOOK_SUSPENSION,
  type NewWebhookBody,
  type WebhookSuspensionBody,
} from './webhooks.bodies.js';

const TAGS = ['Webhooks'];

const COMMON = ['unauthenticated', 'permission-missing', 'not-found'] as const;

const WITH_SECRET = {
  schema: openApiSchema(WEBHOOK_WITH_SECRET_SCHEMA),
  example: { ...WEBHOOK_EXAMPLE, ...SECRET_EXAMPLE },
};

@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly createWebhook: CreateWebhook,
    private readonly findWebhook: FindWebhook,
    private readonly changeWebhook: ChangeWebhook,
  ) {}

  @Post()
  @Requires('admin')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Make a webhook',
    description:
      'From now on it is sent what changes, one event a request and in order, signed as Standard Webhooks 1.0 says: `webhook-id`, `webhook-timestamp`, `webhook-signature`; the body is `{type, timestamp, data}`. An answer of 2xx within ten seconds takes an event; anything else, a redirect included, has it sent again, later each time, for a day, and then it is a dead letter. Each event comes at least once: tell repetitions by `webhook-id`. It is told no more than the key that made it may administer at the moment, and nothing once that is revoked or has expired.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(NEW_WEBHOOK) })
  @ApiResponse({
    status: 201,
    description: 'The webhook, with its secret.',
    headers: { Location: { description: 'Where the webhook is.', schema: TEXT } },
    ...WITH_SECRET,
  })
  @Problems(
    'bad-json',
    'body-invalid',
    'unauthenticated',
    'permission-missing',
    'beyond-grant',
    'webhook-invalid',
    'too-many-webhooks',
  )
  async create(
    @Body(new BodyPipe(NEW_WEBHOOK)) body: NewWebhookBody,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const webhook = await this.createWebhook.execute(body, context);
    void reply.header('location', `/v1/webhooks/${webhook.id}`);
    return { ...webhookAnswer(webhook), secret: webhook.secret };
  }

  @Get()
  @Requires('admin')
  @ApiOperation({
    summary: 'List the webhooks',
    description: 'Those that the caller could have made, the oldest first.',
    tags: TAGS,
  })
  @QueryParameters(WEBHOOK_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The webhooks, and how their deliveries go.',
    schema: openApiSchema(pageSchema(WEBHOOK_SCHEMA)),
    example: { items: [WEBHOOK_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing')
  async list(
    @Query(new QueryPipe(WEBHOOK_QUERY)) query: PageRequest,
    @Context() context: RequestContext,
  ) {
    const page = await this.findWebhook.list(query, context);
    return { items: page.items.map(webhookAnswer), next_cursor: page.next_cursor };
  }

  @Get(':id')
  @Requires('admin')
  @ApiOperation({ summary: 'Read a webhook', tags: TAGS })
  @ApiResponse({
    status: 200,
    description: 'The webhook, and how its deliveries go.',
    schema: openApiSchema(WEBHOOK_SCHEMA),
    example: WEBHOOK_EXAMPLE,
  })
  @Problems(...COMMON)
  async get(@Param('id') id: string, @Context() context: RequestContext) {
    return webhookAnswer(await this.findWebhook.find(id, context));
  }

  @Delete(':id')
  @Requires('admin')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a webhook, with its dead letters', tags: TAGS })
  @ApiResponse({ status: 204, description: 'It is gone; what was under way may still arrive.' })
  @Problems(...COMMON)
  async delete(@Param('id') id: string, @Context() context: RequestContext): Promise<void> {
    await this.changeWebhook.delete(id, context);
  }

  @Post(':id/rotation')
  @Requires('admin')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Change the secret of a webhook',
    description: 'For a day messages are signed with both, so that no receiver misses one.',
    tags: TAGS,
  })
  @ApiResponse({ status: 200, description: 'With the new secret.', ...WITH_SECRET })
  @Problems(...COMMON)
  async rotate(@Param('id') id: string, @Context() context: RequestContext) {
    const webhook = await this.changeWebhook.rotate(id, context);
    return { ...webhookAnswer(webhook), secret: webhook.secret };
  }

  @Put(':id/suspension')
  @Requires('admin')
  @ApiOperation({
    summary: 'Suspend a webhook, or resume it',
    description:
      'It goes on where it was left, with what happened meanwhile, by the grant of whoever resumes it. `rule:webhooks` suspends one whose receiver took nothing in three days of attempts, or answered 410, and one whose key was revoked or has expired.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(WEBHOOK_SUSPENSION) })
  @ApiResponse({
    status: 200,
    description: 'The webhook as it stands now.',
    schema: openApiSchema(WEBHOOK_SCHEMA),
    example: WEBHOOK_EXAMPLE,
  })
  @Problems(...COMMON, 'bad-json', 'body-invalid')
  async suspend(
    @Param('id') id: string,
    @Body(new BodyPipe(WEBHOOK_SUSPENSION)) body: WebhookSuspensionBody,
    @Context() context: RequestContext,
  ) {
    return webhookAnswer(await this.changeWebhook.setSuspension(id, body, context));
  }
}
