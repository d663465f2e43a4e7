import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { Suspend } from './suspend.js';
import { SUSPENSION_EXAMPLE, SUSPENSION_SCHEMA, suspensionAnswer } from './tools.answers.js';
import { SUSPENSION, type SuspensionBody } from './tools.bodies.js';

@Controller('v1/namespaces')
export class NamespacesController {
  constructor(private readonly suspend: Suspend) {}

  @Put(':ns/suspension')
  @Requires('publish', 'admin')
  @ApiOperation({
    summary: 'Throw or lift the kill switch of a whole namespace',
    description: 'Hides every tool in it at once; lifting restores what was, tool by tool.',
    tags: ['Tools'],
  })
  @ApiBody({ schema: openApiSchema(SUSPENSION) })
  @ApiResponse({
    status: 200,
    description: 'How the switch stands.',
    schema: openApiSchema(SUSPENSION_SCHEMA),
    example: SUSPENSION_EXAMPLE,
  })
  @Problems(
    'unauthenticated',
    'permission-missing',
    'tool-id-invalid',
    'namespace-forbidden',
    'bad-json',
    'body-invalid',
    'not-found',
    'suspended-by-admin',
  )
  async suspendNamespace(
    @Param('ns') namespace: string,
    @Body(new BodyPipe(SUSPENSION)) body: SuspensionBody,
    @Context() context: RequestContext,
  ) {
    return suspensionAnswer(await this.suspend.namespace(namespace, body, context));
  }
}
