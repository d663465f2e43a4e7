import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { AnyCaller } from '../../auth/requires.decorator.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { ME_SCHEMA, meAnswer } from './api-keys.answers.js';

@Controller('v1/me')
export class MeController {
  @Get()
  @AnyCaller()
  @ApiOperation({ summary: 'Who am I, and what may I do?', tags: ['Keys'] })
  @ApiResponse({
    status: 200,
    description:
      'The identity and the grant of this key or token; a scope that was left out is absent.',
    schema: openApiSchema(ME_SCHEMA),
    example: {
      subject: 'support-agent',
      kind: 'agent',
      key_id: '4f1c09ab7d2e83c65f10',
      permissions: ['candidates'],
      tenants: ['acme'],
      roles: ['operator'],
      max_risk: 'L3',
    },
  })
  @Problems('unauthenticated')
  get(@Context() context: RequestContext) {
    return meAnswer(context.caller);
  }
}
