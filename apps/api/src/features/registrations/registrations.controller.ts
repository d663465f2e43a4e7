import { Body, Controller, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Json } from '#core/json/value.js';
import type { CheckResult } from '#core/registration/check-result.js';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { QueryPipe } from '../../http/query.pipe.js';
import type { BulkAnswer } from './bulk.answers.js';
import { CheckVersion } from './check-version.js';
import { DiffManifests } from './diff-manifests.js';
import { RegisterVersion } from './register-version.js';
import { RegisterVersions } from './register-versions.js';
import {
  dryRunHeader,
  registrationHeaders,
  registrationStatus,
  type RegistrationAnswer,
} from './registrations.answers.js';
import {
  BULK_BODY,
  CHECK_BODY,
  DIFF_BODY,
  DRY_RUN_QUERY,
  REGISTER_QUERY,
  type BulkBody,
  type CheckBody,
  type DiffBody,
  type DryRunQuery,
  type RegisterQuery,
} from './registrations.bodies.js';
import {
  DescribesCheck,
  DescribesDiff,
  DescribesRegister,
  DescribesRegisterMany,
} from './registrations.openapi.js';

@ApiTags('Registration')
@Controller('v1')
export class RegistrationsController {
  constructor(
    private readonly registerVersion: RegisterVersion,
    private readonly registerVersions: RegisterVersions,
    private readonly checkVersion: CheckVersion,
    private readonly diffManifests: DiffManifests,
  ) {}

  @Put('tools/:tool_id/versions/:version')
  @Requires('publish')
  @DescribesRegister()
  async register(
    @Param('tool_id') tool_id: string,
    @Param('version') version: string,
    @Query(new QueryPipe(REGISTER_QUERY)) query: RegisterQuery,
    @Body(new BodyPipe(true)) manifest: Json,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegistrationAnswer> {
    const dryRun = query.dry_run === true;
    reply.headers(dryRunHeader(dryRun));
    const answer = await this.registerVersion.execute(
      { tool_id, version, manifest, dryRun, refuseDrift: query.drift === 'refuse' },
      context,
    );
    reply.code(registrationStatus(answer)).headers(registrationHeaders(answer));
    return answer;
  }

  @Post('tools/:tool_id/checks')
  @HttpCode(200)
  @Requires('publish', 'read')
  @DescribesCheck()
  check(
    @Param('tool_id') tool_id: string,
    @Body(new BodyPipe(CHECK_BODY)) body: CheckBody,
    @Context() context: RequestContext,
  ): Promise<CheckResult> {
    return this.checkVersion.execute({ tool_id, ...body }, context);
  }

  @Post('diffs')
  @HttpCode(200)
  @Requires('publish', 'review', 'read')
  @DescribesDiff()
  diff(
    @Body(new BodyPipe(DIFF_BODY)) body: DiffBody,
    @Context() context: RequestContext,
  ): Promise<CheckResult> {
    return this.diffManifests.execute(body, context);
  }

  @Post('registrations')
  @HttpCode(200)
  @Requires('publish')
  @DescribesRegisterMany()
  async registerMany(
    @Query(new QueryPipe(DRY_RUN_QUERY)) query: DryRunQuery,
    @Body(new BodyPipe(BULK_BODY)) body: BulkBody,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkAnswer> {
    const dryRun = query.dry_run === true;
    reply.headers(dryRunHeader(dryRun));
    return this.registerVersions.execute({ items: body.items, dryRun }, context);
  }
}
