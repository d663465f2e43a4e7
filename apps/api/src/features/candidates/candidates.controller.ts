import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Explanation } from '#core/candidates/explain.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { Json } from '#core/json/value.js';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { entityTag } from '../../http/etag.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { askedInBody, askedInUrl } from './asked-requests.js';
import { CANDIDATE_BODY, CANDIDATE_QUERY } from './candidates.bodies.js';
import { CANDIDATES_EXAMPLES, EXPLANATION_EXAMPLE } from './candidates.examples.js';
import { CANDIDATES_SCHEMA, EXPLANATION_SCHEMA } from './candidates.schemas.js';
import { ExplainCandidates } from './explain-candidates.js';
import { FindCandidates } from './find-candidates.js';

const DESCRIPTION = `The tools that this caller may use now: servable, for one of its roles, its tenant and its task
type, and up to \`max_risk\`. Nothing is ranked before all of that has been decided, and nothing in the
answer tells of what was left out.

With \`query\` the tools that fit it, the best first. Describe the capability that is needed, in the
words that a catalog of tools would use ("create support ticket"), rather than to paste the sentence of
the user ("my router is broken again, can somebody help?"): it is found far more often. Without
\`query\` all of them, by tool_id.`;

const ANSWER = ApiResponse({
  status: 200,
  description: 'The candidates.',
  headers: { ETag: { description: 'A hash of the answer.', schema: { type: 'string' } } },
  content: {
    'application/json': {
      schema: openApiSchema(CANDIDATES_SCHEMA),
      examples: CANDIDATES_EXAMPLES,
    },
  },
});

@ApiTags('Candidates')
@Controller('v1/candidates')
export class CandidatesController {
  constructor(
    private readonly findCandidates: FindCandidates,
    private readonly explainCandidates: ExplainCandidates,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('candidates')
  @ApiOperation({ summary: 'Find the tools that an agent may use', description: DESCRIPTION })
  @ApiBody({ schema: openApiSchema(CANDIDATE_BODY) })
  @ANSWER
  @Problems('bad-json', 'body-invalid', 'unauthenticated', 'permission-missing', 'beyond-grant')
  post(
    @Body() body: Json | undefined,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(askedInBody(body, context.caller.grant), context, reply);
  }

  @Get()
  @Requires('candidates')
  @ApiOperation({
    summary: 'Find the tools that an agent may use, by parameters',
    description: `The same as the POST, for clients that keep what they were answered.\n\n${DESCRIPTION}`,
  })
  @QueryParameters(CANDIDATE_QUERY)
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' } })
  @ANSWER
  @ApiResponse({ status: 304, description: 'The answer is the one that If-None-Match names.' })
  @Problems('query-invalid', 'unauthenticated', 'permission-missing', 'beyond-grant')
  get(
    @Req() request: FastifyRequest,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(askedInUrl(request.url, context.caller.grant), context, reply);
  }

  @Post('explain')
  @HttpCode(200)
  @Requires('audit')
  @ApiOperation({
    summary: 'Explain which tools a caller may use, and why not the others',
    description:
      'The body of a candidate request, about any caller, who need not exist: the grant of the auditor does not narrow it, apart from the namespaces that it states.',
  })
  @ApiBody({ schema: openApiSchema(CANDIDATE_BODY) })
  @ApiResponse({
    status: 200,
    description: 'What each stage leaves over, and for every tool the first stage that removed it.',
    schema: openApiSchema(EXPLANATION_SCHEMA),
    example: EXPLANATION_EXAMPLE,
  })
  @Problems('bad-json', 'body-invalid', 'unauthenticated', 'permission-missing')
  explain(
    @Body() body: Json | undefined,
    @Context() context: RequestContext,
  ): Promise<Explanation> {
    return this.explainCandidates.execute(askedInBody(body, context.caller.grant), context);
  }

  /** As text, since the ETag is made of exactly what is sent, for a POST as well. */
  private async answer(
    request: AskedRequest,
    context: RequestContext,
    reply: FastifyReply,
  ): Promise<string> {
    const text = JSON.stringify(await this.findCandidates.execute(request, context));
    reply.header('etag', entityTag(text)).type('application/json; charset=utf-8');
    return text;
  }
}
