import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { headerLine } from '#core/audit/export-header.js';
import { canonicalJson } from '#core/json/canonical.js';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import { EVENT_EXAMPLE } from './audit.answers.js';
import { EXPORT_QUERY, type ExportQuery } from './audit.bodies.js';
import { CHECKPOINT_EXAMPLE } from './checkpoints.answers.js';
import { ExportEvents } from './export-events.js';

const EVENT = Object.fromEntries(Object.entries(EVENT_EXAMPLE).filter(([name]) => name !== 'hash'));

const EXAMPLE = [
  headerLine({
    first_seq: 42,
    seq: 42,
    head: EVENT_EXAMPLE.hash,
    namespaces: null,
    starts_from: null,
    checkpoint: CHECKPOINT_EXAMPLE.checkpoint,
  }),
  canonicalJson(EVENT),
  '',
].join('\n');

@Controller('v1/audit-events/export')
export class ExportController {
  constructor(private readonly exportEvents: ExportEvents) {}

  @Get()
  @Requires('audit')
  @ApiOperation({
    summary: 'Export the audit trail as JSON Lines',
    description: `The first line says what the export is: \`{"export": {schema, first_seq, seq, head, namespaces, starts_from, checkpoint}}\`. Each line below it is one event in the order of the trail, byte for byte as its
hash was taken over: the SHA-256 of a line (without its line feed) is the \`prev\` of the next, and that of the
last is \`head\`. With \`since\` and \`until\` it is the range of the trail that holds the events of that time.
An auditor of some namespaces is given theirs alone, and can follow the chain only where they are neighbours.
\`quartermaster audit verify --file\` recomputes all of it without the service.`,
    tags: ['Audit'],
  })
  @QueryParameters(EXPORT_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The export, which ends where the trail ended when it began.',
    content: { 'application/jsonl': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @Problems('query-invalid', 'unauthenticated', 'permission-missing')
  async export(
    @Query(new QueryPipe(EXPORT_QUERY)) query: ExportQuery,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = await this.exportEvents.execute(query, context);
    // At most one batch waits for the client, and none is read once it has left.
    const stream = Readable.from(lines, { objectMode: true, highWaterMark: 1 });
    void reply.type('application/jsonl; charset=utf-8').send(stream);
  }
}
