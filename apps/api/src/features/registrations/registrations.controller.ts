import { Body, Controller, Param, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Json } from '#core/json/value.js';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { RegisterVersion } from './register-version.js';
import { registrationHeaders, type RegistrationAnswer } from './registrations.answers.js';
import { REGISTER_QUERY, type RegisterQuery } from './registrations.bodies.js';

@ApiTags('Registration')
@Controller('v1/tools/:tool_id')
export class RegistrationsController {
  constructor(private readonly registerVersion: RegisterVersion) {}

  @Put('versions/:version')
  @Requires('publish')
  async register(
    @Param('tool_id') tool_id: string,
    @Param('version') version: string,
    @Query(new QueryPipe(REGISTER_QUERY)) query: RegisterQuery,
    @Body(new BodyPipe(true)) manifest: Json,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegistrationAnswer> {
    const dryRun = query.dry_run === true;
    const answer = await this.registerVersion.execute(
      { tool_id, version, manifest, dryRun, refuseDrift: query.drift === 'refuse' },
      context,
    );
    reply
      .code(answer.outcome === 'created' ? 201 : 200)
      .headers(registrationHeaders(answer, dryRun));
    return answer;
  }
}
