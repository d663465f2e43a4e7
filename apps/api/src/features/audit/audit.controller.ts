import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { TEXT } from '../../http/answer-schema.js';
import { pageSchema } from '../../http/page.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { EVENT_EXAMPLE, EVENT_SCHEMA, eventAnswer, VERIFICATION_SCHEMA } from './audit.answers.js';
import { AUDIT_QUERY, type AuditQuery } from './audit.bodies.js';
import { ListEvents } from './list-events.js';
import { VerifyChain, type Verification } from './verify-chain.js';

const TAGS = ['Audit'];

@Controller('v1/audit-events')
export class AuditController {
  constructor(
    private readonly listEvents: ListEvents,
    private readonly verifyChain: VerifyChain,
  ) {}

  @Get()
  @Requires('audit')
  @ApiOperation({
    summary: 'Read the audit trail',
    description: 'The latest event first. Arguments and secrets are in none of them.',
    tags: TAGS,
  })
  @QueryParameters(AUDIT_QUERY)
  @ApiResponse({
    status: 200,
    description: 'Events with their hashes.',
    headers: {
      'Audit-Head': {
        description:
          'To auditors of all namespaces: how far the trail went where it was read, which may be a replica that is behind, as `42;hash="sha256:…"`.',
        schema: TEXT,
      },
    },
    schema: openApiSchema(pageSchema(EVENT_SCHEMA)),
    example: { items: [EVENT_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing')
  async list(
    @Query(new QueryPipe(AUDIT_QUERY)) query: AuditQuery,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const head = await this.listEvents.head(context);
    if (head !== null) void reply.header('audit-head', `${head.seq};hash="${head.hash}"`);
    const page = await this.listEvents.execute(query, context);
    return { items: page.items.map(eventAnswer), next_cursor: page.next_cursor };
  }

  @Get('verification')
  @Requires('audit')
  @ApiOperation({
    summary: 'Verify the chain of the audit trail',
    description:
      'Follows every event from the first to the head, holds it against the stored checkpoints, and says where it breaks. ' +
      'For auditors of all namespaces: the totals count what happened in any.',
    tags: TAGS,
  })
  @ApiResponse({
    status: 200,
    description: 'Whether the chain holds.',
    schema: openApiSchema(VERIFICATION_SCHEMA),
    example: { valid: true, events: 42, head: EVENT_EXAMPLE.hash, first_seq: 1, checkpoints: 2 },
  })
  @Problems('unauthenticated', 'permission-missing')
  verify(@Context() context: RequestContext): Promise<Verification> {
    return this.verifyChain.execute(context);
  }
}
