import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Context } from '../../auth/context.decorator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Requires } from '../../auth/requires.decorator.js';
import { pageSchema } from '../../http/page.js';
import { TEXT } from '../../http/answer-schema.js';
import { BodyPipe } from '../../http/body.pipe.js';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { QueryPipe } from '../../http/query.pipe.js';
import {
  CREATED_KEY_SCHEMA,
  KEY_EXAMPLE,
  KEY_SCHEMA,
  keyAnswer,
  ROTATED_KEY_SCHEMA,
  rotatedKeyAnswer,
} from './api-keys.answers.js';
import {
  KEY_QUERY,
  NEW_KEY,
  ROTATION,
  type KeyQuery,
  type NewKeyBody,
  type RotationBody,
} from './api-keys.bodies.js';
import { CreateKey } from './create-key.js';
import { GetKey } from './get-key.js';
import { ListKeys } from './list-keys.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

const TAGS = ['Keys'];

@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly createKey: CreateKey,
    private readonly listKeys: ListKeys,
    private readonly getKey: GetKey,
    private readonly revokeKey: RevokeKey,
    private readonly rotateKey: RotateKey,
  ) {}

  @Post()
  @Requires('admin')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Make an API key',
    description: 'The token is in this one answer and nowhere else: only a hash of it is stored.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(NEW_KEY) })
  @ApiResponse({
    status: 201,
    description: 'The key, with its token.',
    headers: { Location: { description: 'Where the key is.', schema: TEXT } },
    schema: openApiSchema(CREATED_KEY_SCHEMA),
    example: { ...KEY_EXAMPLE, token: 'qm_4f1c09ab7d2e83c65f10_<secret>' },
  })
  @Problems(
    'bad-json',
    'body-invalid',
    'unauthenticated',
    'permission-missing',
    'beyond-grant',
    'grant-invalid',
  )
  async create(
    @Body(new BodyPipe(NEW_KEY)) body: NewKeyBody,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { key, token } = await this.createKey.execute(body, context);
    void reply.header('location', `/v1/api-keys/${key.id}`);
    return { ...keyAnswer(key), token };
  }

  @Get()
  @Requires('admin')
  @ApiOperation({
    summary: 'List the API keys',
    description: 'Those that the caller could have made: no key that is granted more is told of.',
    tags: TAGS,
  })
  @QueryParameters(KEY_QUERY)
  @ApiResponse({
    status: 200,
    description: 'The keys by id, revoked and expired ones included.',
    schema: openApiSchema(pageSchema(KEY_SCHEMA)),
    example: { items: [KEY_EXAMPLE], next_cursor: null },
  })
  @Problems('query-invalid', 'bad-cursor', 'unauthenticated', 'permission-missing')
  async list(@Query(new QueryPipe(KEY_QUERY)) query: KeyQuery, @Context() context: RequestContext) {
    const page = await this.listKeys.execute(query, context);
    return { items: page.items.map(keyAnswer), next_cursor: page.next_cursor };
  }

  @Get(':id')
  @Requires('admin')
  @ApiOperation({ summary: 'Read an API key', tags: TAGS })
  @ApiResponse({
    status: 200,
    description: 'The key.',
    schema: openApiSchema(KEY_SCHEMA),
    example: KEY_EXAMPLE,
  })
  @Problems('unauthenticated', 'permission-missing', 'not-found')
  async get(@Param('id') id: string, @Context() context: RequestContext) {
    return keyAnswer(await this.getKey.execute(id, context));
  }

  @Post(':id/rotation')
  @Requires('admin')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Rotate an API key',
    description:
      'Makes a new key of the same subject, kind and grant; the former is taken beside it for ' +
      '`overlap_s`, so that whoever uses it can change over at ease. The token is in this one answer.',
    tags: TAGS,
  })
  @ApiBody({ schema: openApiSchema(ROTATION) })
  @ApiResponse({
    status: 201,
    description: 'The new key, with its token.',
    headers: { Location: { description: 'Where the key is.', schema: TEXT } },
    schema: openApiSchema(ROTATED_KEY_SCHEMA),
    example: {
      ...KEY_EXAMPLE,
      token: 'qm_4f1c09ab7d2e83c65f10_<secret>',
      replaces: { id: '0a7be1c22d9c4f60b1e8', expires_at: '2026-11-30T10:00:00.000Z' },
    },
  })
  @Problems(
    'bad-json',
    'body-invalid',
    'unauthenticated',
    'permission-missing',
    'not-found',
    'key-over',
    'grant-invalid',
  )
  async rotate(
    @Param('id') id: string,
    @Body(new BodyPipe(ROTATION)) body: RotationBody,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { key, former, token } = await this.rotateKey.execute(id, body, context);
    void reply.header('location', `/v1/api-keys/${key.id}`);
    return { ...rotatedKeyAnswer(key, former), token };
  }

  @Delete(':id')
  @Requires('admin')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description: 'From the moment of the answer on, no replica takes it.',
    tags: TAGS,
  })
  @ApiResponse({ status: 204, description: 'Revoked, now or before.' })
  @Problems('unauthenticated', 'permission-missing', 'not-found')
  async revoke(@Param('id') id: string, @Context() context: RequestContext): Promise<void> {
    await this.revokeKey.execute(id, context);
  }
}
