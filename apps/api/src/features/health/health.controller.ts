import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Open } from '../../auth/requires.decorator.js';
import { Database } from '../../database/database.js';
import { SharedProbe } from '../../database/shared-probe.js';
import { Drain } from '../../http/drain.js';
import { Problem } from '../../http/problem.js';
import { Problems } from '../../http/problems.decorator.js';

const PING_GOOD_FOR_MS = 1_000;

const OK = { status: 'ok' } as const;

const OK_RESPONSE = {
  status: 200,
  description: 'Yes.',
  schema: {
    type: 'object',
    properties: { status: { type: 'string', const: 'ok' } },
    required: ['status'],
    additionalProperties: false,
  },
  example: OK,
};

@Controller()
export class HealthController {
  /** Open to anyone, so that whoever asks without end costs no more than one ping a second. */
  private readonly database: SharedProbe<void>;

  constructor(
    database: Database,
    private readonly drain: Drain,
  ) {
    this.database = new SharedProbe(() => database.ping(), PING_GOOD_FOR_MS);
  }

  @Get('livez')
  @Open()
  @ApiOperation({ summary: 'Is the process alive?', tags: ['Operation'] })
  @ApiResponse(OK_RESPONSE)
  live(): typeof OK {
    return OK;
  }

  @Get('readyz')
  @Open()
  @ApiOperation({
    summary: 'Can this replica serve requests now?',
    description:
      'No while the database is out of reach, and no as soon as the replica is stopping.',
    tags: ['Operation'],
  })
  @ApiResponse(OK_RESPONSE)
  @Problems('shutting-down', 'database-unavailable')
  async ready(): Promise<typeof OK> {
    if (this.drain.isDraining) {
      throw new Problem('shutting-down', {
        detail: 'This replica finishes its last requests.',
        headers: { 'retry-after': '1' },
      });
    }
    await this.database.run();
    return OK;
  }
}
