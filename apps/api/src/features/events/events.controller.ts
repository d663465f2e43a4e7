import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { EVENT_MESSAGE_EXAMPLE } from './event-message.js';
import { FollowEvents } from './follow-events.js';

const MEDIA_TYPE = 'text/event-stream';

const HEADERS = {
  'content-type': MEDIA_TYPE,
  'cache-control': 'no-store',
  // Some proxies would hold back an answer that does not end.
  'x-accel-buffering': 'no',
};

const EXAMPLE = `retry: 1200\nid: 3kq…\n\nid: 9Xw…\ndata: ${JSON.stringify(EVENT_MESSAGE_EXAMPLE)}\n\n`;

@Controller('v1/events')
export class EventsController {
  constructor(private readonly followEvents: FollowEvents) {}

  @Get()
  @Requires('read')
  @ApiOperation({
    summary: 'Follow what changes',
    description:
      'Server-sent events, one for each accepted command on the namespaces that the key may read, in the order of their commits; `data` is one line of JSON, in the form that webhooks call `data`. ' +
      'With `Last-Event-ID` the stream goes on after that event: none is left out and none comes twice. Without it, it begins now. ' +
      'Every quarter of a minute comes a comment, and with it the id of the place that was reached. ' +
      'The stream ends when the key is revoked or expires, when the client does not read what waits for it, and when the replica stops; connect again with the last id.',
    tags: ['Events'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The last `id` that was received, from whichever replica and with whichever key.',
  })
  @ApiResponse({
    status: 200,
    description: 'A stream that does not end by itself.',
    content: {
      [MEDIA_TYPE]: { schema: openApiSchema({ type: 'string' }), example: EXAMPLE },
    },
  })
  @Problems(
    'unauthenticated',
    'permission-missing',
    'header-invalid',
    'events-gone',
    'too-many-streams',
  )
  async follow(
    @Headers('last-event-id') lastEventId: string | undefined,
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.headers(HEADERS);
    // A HEAD is answered by the same route, and nobody would ever end its stream.
    if (request.method === 'HEAD') return void (await reply.send());
    // Not until it ends: all that time the request's scope would be in use, which every promise of the
    // process pays for. So Fastify has to be told that this is the answer.
    void reply.send(await this.followEvents.execute(lastEventId, context));
    void reply.hijack();
  }
}
