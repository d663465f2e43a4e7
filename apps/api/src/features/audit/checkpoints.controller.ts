import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { pageSchema, type PageRequest } from '../../http/page.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { CHECKPOINTS_QUERY } from './audit.bodies.js';
import {
  CHECKPOINT_EXAMPLE,
  CHECKPOINT_SCHEMA,
  checkpointAnswer,
  KEYS_EXAMPLE,
  KEYS_SCHEMA,
  keysAnswer,
} from './checkpoints.answers.js';
import { ListAuditKeys } from './list-audit-keys.js';
import { ListCheckpoints } from './list-checkpoints.js';
import { MakeCheckpoint } from './make-checkpoint.js';

const ONE = {
  schema: openApiSchema(CHECKPOINT_SCHEMA),
  example: CHECKPOINT_EXAMPLE,
};

@ApiTags('Audit')
@Controller('v1/audit-events/checkpoints')
export class CheckpointsController {
  constructor(
    private readonly makeCheckpoint: MakeCheckpoint,
    private readonly listCheckpoints: ListCheckpoints,
    private readonly listAuditKeys: ListAuditKeys,
  ) {}

  @Post()
  @Requires('audit')
  @ApiOperation({
    summary: 'Sign how the audit trail ends now',
    description:
      'What came since the last checkpoint is followed first, and nothing is signed that does not go on from it. ' +
      'For auditors of all namespaces. It is no event of its own, so that a trail at rest stays as it is.',
  })
  @ApiResponse({ status: 201, description: 'A new checkpoint.', ...ONE })
  @ApiResponse({ status: 200, description: 'The one that was made of this event before.', ...ONE })
  @Problems('unauthenticated', 'permission-missing', 'signing-key-missing', 'trail-broken')
  async make(@Context() context: RequestContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const { stored, isNew } = await this.makeCheckpoint.execute(context);
    void reply.code(isNew ? 201 : 200);
    return checkpointAnswer(stored);
  }

  @Get()
  @Requires('audit')
  @ApiOperation({
    summary: 'Read what was signed of the audit trail',
    description: 'The latest first. For auditors of all namespaces.',
  })
  @QueryParameters(CHECKPOINTS_QUERY)
  @ApiResponse({
    status: 200,
    description: 'Checkpoints.',
    schema: openApiSchema(pageSchema(CHECKPOINT_SCHEMA)),
    example: { items: [CHECKPOINT_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing')
  async list(
    @Query(new QueryPipe(CHECKPOINTS_QUERY)) query: PageRequest,
    @Context() context: RequestContext,
  ) {
    const page = await this.listCheckpoints.execute(query, context);
    return { items: page.items.map(checkpointAnswer), next_cursor: page.next_cursor };
  }

  @Get('latest')
  @Requires('audit')
  @ApiOperation({ summary: 'Read what was signed of the audit trail last' })
  @ApiResponse({ status: 200, description: 'The latest checkpoint.', ...ONE })
  @Problems('unauthenticated', 'permission-missing', 'not-found')
  async latest(@Context() context: RequestContext) {
    return checkpointAnswer(await this.listCheckpoints.latest(context));
  }

  @Get('keys')
  @Requires('audit')
  @ApiOperation({
    summary: 'Read the public keys that checkpoints are signed with',
    description:
      'A JSON Web Key Set (RFC 7517): the present key first, then all before it. ' +
      'Whoever could rewrite the database could add a key as well: keep what you verify with elsewhere.',
  })
  @ApiResponse({
    status: 200,
    description: 'The keys.',
    schema: openApiSchema(KEYS_SCHEMA),
    example: KEYS_EXAMPLE,
  })
  @Problems('unauthenticated', 'permission-missing')
  async keys() {
    return keysAnswer(await this.listAuditKeys.execute());
  }
}
