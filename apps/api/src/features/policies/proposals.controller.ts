import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
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
import { DecideProposal } from './decide-proposal.js';
import { PROPOSAL_EXAMPLE, PROPOSAL_SCHEMA, proposalAnswer } from './policies.answers.js';
import {
  DECISION,
  PROPOSAL_QUERY,
  type DecisionBody,
  type ProposalQuery,
} from './policies.bodies.js';
import { ReadPolicies } from './read-policies.js';

const TAGS = ['Policy'];

@Controller('v1/policy-proposals')
export class ProposalsController {
  constructor(
    private readonly readPolicies: ReadPolicies,
    private readonly decideProposal: DecideProposal,
  ) {}

  @Get()
  @Requires('read', 'review')
  @ApiOperation({ summary: 'List the proposals to loosen a policy', tags: TAGS })
  @QueryParameters(PROPOSAL_QUERY)
  @ApiResponse({
    status: 200,
    description:
      'The proposals of the namespaces that the key may read or review, the newest first.',
    schema: openApiSchema(pageSchema(PROPOSAL_SCHEMA)),
    example: { items: [PROPOSAL_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing')
  async list(
    @Query(new QueryPipe(PROPOSAL_QUERY)) query: ProposalQuery,
    @Context() context: RequestContext,
  ) {
    const page = await this.readPolicies.proposals(query, context);
    return { items: page.items.map(proposalAnswer), next_cursor: page.next_cursor };
  }

  @Get(':id')
  @Requires('read', 'review')
  @ApiOperation({ summary: 'Read a proposal', tags: TAGS })
  @ApiResponse({
    status: 200,
    description: 'The proposal.',
    schema: openApiSchema(PROPOSAL_SCHEMA),
    example: PROPOSAL_EXAMPLE,
  })
  @Problems('unauthenticated', 'permission-missing', 'not-found')
  async get(@Param('id') id: string, @Context() context: RequestContext) {
    return proposalAnswer(await this.readPolicies.proposal(id, context));
  }

  @Post(':id/decision')
  @Requires('review', 'admin')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Decide a proposal',
    description:
      'By anybody but its author, with whatever key; an approved policy is in force with the answer.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(DECISION) })
  @ApiResponse({
    status: 200,
    description: 'Decided.',
    schema: openApiSchema(PROPOSAL_SCHEMA),
    example: {
      ...PROPOSAL_EXAMPLE,
      status: 'approved',
      decided_by: 'ines',
      decided_at: '2026-11-30T09:20:00.000Z',
      decision_reason: 'Agreed with the support team.',
    },
  })
  @Problems(
    'bad-json',
    'body-invalid',
    'unauthenticated',
    'permission-missing',
    'own-work',
    'not-found',
    'proposal-stale',
    'proposal-closed',
  )
  async decide(
    @Param('id') id: string,
    @Body(new BodyPipe(DECISION)) body: DecisionBody,
    @Context() context: RequestContext,
  ) {
    return proposalAnswer(await this.decideProposal.execute(id, body, context));
  }
}
