import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { ReadVersion } from './read-version.js';

@ApiTags('Versions')
@Controller('v1/tools/:tool_id')
export class VersionsController {
  constructor(private readonly readVersion: ReadVersion) {}

  @Get('versions/:version')
  @Requires('read', 'candidates')
  async read(
    @Param('tool_id') tool_id: string,
    @Param('version') version: string,
    @Context() context: RequestContext,
  ): Promise<object> {
    return this.readVersion.execute({ tool_id, version }, context);
  }
}
