import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import {
  EVIDENCE_SCHEMA,
  VERSION_EXAMPLE,
  VERSION_SCHEMA,
  WAIVER_SCHEMA,
} from '../versions/version.schema.js';
import { evidenceAnswer, waiverAnswer } from '../versions/versions.answers.js';
import { GiveEvidence } from './give-evidence.js';
import {
  EVIDENCE,
  ROLLOUT,
  TRANSITION,
  WAIVER,
  type EvidenceBody,
  type RolloutBody,
  type TransitionBody,
  type WaiverBody,
} from './lifecycle.bodies.js';
import { SetRollout } from './set-rollout.js';
import { TransitionVersion } from './transition-version.js';
import { WaiveGate } from './waive-gate.js';

const TAGS = ['Lifecycle'];

const COMMON_PROBLEMS = [
  'bad-json',
  'body-invalid',
  'tool-id-invalid',
  'unauthenticated',
  'permission-missing',
  'namespace-forbidden',
  'not-found',
] as const;

const VERSION_RESPONSE = {
  status: 200,
  description: 'The version as it stands now.',
  schema: openApiSchema(VERSION_SCHEMA),
  example: VERSION_EXAMPLE,
};

@Controller('v1/tools/:tool_id/versions/:version')
export class LifecycleController {
  constructor(
    private readonly transitionVersion: TransitionVersion,
    private readonly giveEvidence: GiveEvidence,
    private readonly waiveGate: WaiveGate,
    private readonly setRollout: SetRollout,
  ) {}

  @Post('transitions')
  @Requires('publish', 'review', 'admin')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Take a version one step along its lifecycle',
    description:
      'draft → review → staging → enabled → deprecated → disabled. Who may and what it needs is one table, in the documentation of the lifecycle. An approval that is short of the number needed answers 200 and leaves the state as it is. A release, or a restoration, is refused with the check result under `check` where the number no longer fits.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(TRANSITION) })
  @ApiResponse(VERSION_RESPONSE)
  @Problems(
    ...COMMON_PROBLEMS,
    'own-work',
    'precondition-failed',
    'transition-refused',
    'evidence-invalid',
    'successor-unknown',
    'check-too-slow',
    'too-many-checks',
  )
  transition(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Body(new BodyPipe(TRANSITION)) body: TransitionBody,
    @Context() context: RequestContext,
  ) {
    return this.transitionVersion.execute({ tool_id: toolId, version }, body, context);
  }

  @Post('evidence')
  @Requires('publish', 'review')
  @ApiOperation({
    summary: 'Put a run that passed on record',
    description:
      'It speaks of exactly the contract that stands now, and is void when that changes. Where the deployment approves by rule, the last run that was missing may release the version.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(EVIDENCE) })
  @ApiResponse({
    status: 201,
    description: 'On record.',
    schema: openApiSchema(EVIDENCE_SCHEMA),
    example: {
      ...EVIDENCE.example,
      submitted_by: 'ci',
      submitted_at: '2026-11-30T09:00:00.000Z',
    },
  })
  @Problems(...COMMON_PROBLEMS, 'evidence-invalid', 'check-too-slow', 'too-many-checks')
  async evidence(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Body(new BodyPipe(EVIDENCE)) body: EvidenceBody,
    @Context() context: RequestContext,
  ) {
    return evidenceAnswer(
      await this.giveEvidence.execute({ tool_id: toolId, version }, body, context),
    );
  }

  @Post('waivers')
  @Requires('review')
  @ApiOperation({
    summary: 'Waive a gate for a time',
    description: 'By a reviewer who wrote and submitted nothing of it, for a reason.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(WAIVER) })
  @ApiResponse({
    status: 201,
    description: 'Granted.',
    schema: openApiSchema(WAIVER_SCHEMA),
    example: {
      ...WAIVER.example,
      granted_by: 'ines',
      granted_at: '2026-11-30T09:00:00.000Z',
    },
  })
  @Problems(...COMMON_PROBLEMS, 'own-work', 'waiver-invalid')
  async waive(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Body(new BodyPipe(WAIVER)) body: WaiverBody,
    @Context() context: RequestContext,
  ) {
    return waiverAnswer(await this.waiveGate.execute({ tool_id: toolId, version }, body, context));
  }

  @Put('rollout')
  @Requires('publish', 'admin')
  @ApiOperation({
    summary: 'Set the share of sessions that an enabled version is served to',
    description: 'A growing share only ever adds sessions; another salt draws other ones.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(ROLLOUT) })
  @ApiResponse(VERSION_RESPONSE)
  @Problems(...COMMON_PROBLEMS, 'not-enabled')
  rollout(
    @Param('tool_id') toolId: string,
    @Param('version') version: string,
    @Body(new BodyPipe(ROLLOUT)) body: RolloutBody,
    @Context() context: RequestContext,
  ) {
    return this.setRollout.execute({ tool_id: toolId, version }, body, context);
  }
}
