import { Body, Controller, Get, Headers, Param, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { pageSchema } from '../../http/page.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { ENTITY_TAGS_SCHEMA } from '../../http/etag.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { ChangePolicy } from './change-policy.js';
import {
  CHANGE_SCHEMA,
  changeAnswer,
  PROPOSAL_EXAMPLE,
  PROPOSED_SCHEMA,
  proposalAnswer,
  REVISION_EXAMPLE,
  REVISION_SCHEMA,
  revisionAnswer,
} from './policies.answers.js';
import {
  POLICY_CHANGE,
  REVISION_QUERY,
  type PolicyChangeBody,
  type RevisionQuery,
} from './policies.bodies.js';
import { ReadPolicies } from './read-policies.js';

const TAGS = ['Policy'];
const IF_MATCH = {
  name: 'If-Match',
  required: true,
  description: 'The ETag of the policy in force.',
  schema: ENTITY_TAGS_SCHEMA,
};
const READ_PROBLEMS = [
  'tool-id-invalid',
  'unauthenticated',
  'permission-missing',
  'not-found',
] as const;

@Controller('v1/tools/:tool_id/policy')
export class PoliciesController {
  constructor(
    private readonly changePolicy: ChangePolicy,
    private readonly readPolicies: ReadPolicies,
  ) {}

  @Get()
  @Requires('read', 'review')
  @ApiOperation({
    summary: 'Read the policy in force',
    description: 'Its ETag is what `If-Match` of a change names.',
    tags: TAGS,
  })
  @ApiResponse({
    status: 200,
    description: 'The policy.',
    schema: openApiSchema(REVISION_SCHEMA),
    example: REVISION_EXAMPLE,
  })
  @Problems(...READ_PROBLEMS)
  async get(@Param('tool_id') toolId: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const revision = await this.readPolicies.current(toolId);
    void reply.header('etag', `"${revision.policy_version}"`);
    return revisionAnswer(revision);
  }

  @Get('revisions')
  @Requires('read', 'review')
  @ApiOperation({ summary: 'Read every policy that was in force', tags: TAGS })
  @QueryParameters(REVISION_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The revisions, the one in force first.',
    schema: openApiSchema(pageSchema(REVISION_SCHEMA)),
    example: { items: [REVISION_EXAMPLE], next_cursor: null },
  })
  @Problems(...READ_PROBLEMS, 'query-invalid', 'bad-cursor')
  async revisions(
    @Param('tool_id') toolId: string,
    @Query(new QueryPipe(REVISION_QUERY)) query: RevisionQuery,
  ) {
    const page = await this.readPolicies.revisions(toolId, query);
    return { items: page.items.map(revisionAnswer), next_cursor: page.next_cursor };
  }

  @Put()
  @Requires('publish', 'admin')
  @ApiOperation({
    summary: 'Change the policy',
    description:
      'What only tightens is in force with the answer, for every version. What loosens anything becomes a proposal as a whole, which a second person decides; it supersedes the open one.',
    tags: TAGS,
  })
  @ApiHeader(IF_MATCH)
  @ApiBody({ schema: openApiSchema(POLICY_CHANGE) })
  @ApiResponse({
    status: 200,
    description: 'In force.',
    schema: openApiSchema(CHANGE_SCHEMA),
    example: { ...REVISION_EXAMPLE, short_of: [], tenants_without_key: [] },
  })
  @ApiResponse({
    status: 202,
    description: 'Proposed; nothing of it is in force.',
    schema: openApiSchema(PROPOSED_SCHEMA),
    example: { ...PROPOSAL_EXAMPLE, tenants_without_key: [] },
  })
  @Problems(
    ...READ_PROBLEMS,
    'namespace-forbidden',
    'body-invalid',
    'bad-json',
    'header-invalid',
    'precondition-required',
    'precondition-failed',
    'policy-invalid',
  )
  async change(
    @Param('tool_id') toolId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(new BodyPipe(POLICY_CHANGE)) body: PolicyChangeBody,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const change = await this.changePolicy.execute({ toolId, ifMatch, body }, context);
    if (change.outcome === 'proposed') {
      void reply
        .code(202)
        .header('location', `/v1/policy-proposals/${change.proposal.proposal.id}`);
      return { ...proposalAnswer(change.proposal), tenants_without_key: change.tenantsWithoutKey };
    }
    void reply.header('etag', `"${change.revision.policy_version}"`);
    return changeAnswer(change);
  }
}
