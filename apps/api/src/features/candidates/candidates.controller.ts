import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Explanation } from '#core/candidates/explain.js';
import type { Json } from '#core/json/value.js';
import { Context, contextOf } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires, RequiresFenced } from '../../auth/requires.decorator.js';
import { DirectRoutes } from '../../http/direct-routes.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { sendProblem } from '../../http/problem.filter.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { requireNoQuery } from '../../http/unread-query.guard.js';
import { AnswerCandidates } from './answer-candidates.js';
import { askedInBody, askedInUrl, requestInBody } from './asked-requests.js';
import type { CandidatesAnswer } from './assemble-answer.js';
import { CANDIDATE_BODY, CANDIDATE_QUERY } from './candidates.bodies.js';
import { CANDIDATES_EXAMPLES, EXPLANATION_EXAMPLE } from './candidates.examples.js';
import { CANDIDATES_SCHEMA, EXPLANATION_SCHEMA } from './candidates.schemas.js';
import { ExplainCandidates } from './explain-candidates.js';

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
    private readonly answerCandidates: AnswerCandidates,
    private readonly explainCandidates: ExplainCandidates,
    routes: DirectRoutes,
  ) {
    routes.answer('POST /v1/candidates', (request, reply) => this.post(request, reply));
    routes.answer('GET /v1/candidates', (request, reply) => this.get(request, reply));
  }

  @Post()
  @HttpCode(200)
  @RequiresFenced('candidates')
  @ApiOperation({ summary: 'Find the tools that an agent may use', description: DESCRIPTION })
  @ApiBody({ schema: openApiSchema(CANDIDATE_BODY) })
  @ANSWER
  @Problems('bad-json', 'body-invalid', 'unauthenticated', 'permission-missing', 'beyond-grant')
  post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    answerDirectly(request, reply, (context) => {
      requireNoQuery(request);
      // Read by our own reader, as every body is.
      const body = request.body as Json | undefined;
      const { recurringBody: recurring, arrival } = request;
      const asked = askedInBody({ body, recurring }, context.caller.grant);
      return this.answerCandidates.execute(asked, context, arrival);
    });
  }

  @Get()
  @RequiresFenced('candidates')
  @ApiOperation({
    summary: 'Find the tools that an agent may use, by parameters',
    description: `The same as the POST, for clients that keep what they were answered.\n\n${DESCRIPTION}`,
  })
  @QueryParameters(CANDIDATE_QUERY)
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' } })
  @ANSWER
  @ApiResponse({ status: 304, description: 'The answer is the one that If-None-Match names.' })
  @Problems('query-invalid', 'unauthenticated', 'permission-missing', 'beyond-grant')
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    answerDirectly(request, reply, (context) => {
      const asked = askedInUrl(request.url, context.caller.grant);
      return this.answerCandidates.execute(asked, context, request.arrival);
    });
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
    return this.explainCandidates.execute(requestInBody(body, context.caller.grant), context);
  }
}

type Answering = CandidatesAnswer | Promise<CandidatesAnswer>;

/** Without a wait, and the promises of one, where the answer is there at once. */
const answerDirectly = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (context: RequestContext) => Answering,
): void => {
  try {
    const answered = answer(contextOf(request));
    if (!(answered instanceof Promise)) send(answered, reply);
    else {
      answered.then(
        (late) => send(late, reply),
        (error: unknown) => sendProblem(error, request, reply),
      );
    }
  } catch (error) {
    sendProblem(error, request, reply);
  }
};

const send = ({ bytes, tag }: CandidatesAnswer, reply: FastifyReply): void => {
  void reply.header('etag', tag).type('application/json; charset=utf-8').send(bytes);
};
