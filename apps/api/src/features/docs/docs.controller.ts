import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Open } from '../../auth/requires.decorator.js';
import { notFound } from '../../http/problem.js';
import { ApiDocument } from './api-document.js';
import { docsAsset, docsPage } from './docs.page.js';

/** The description of all the others, so it does not describe itself. */
@Controller()
@ApiExcludeController()
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @Open()
  openApi(@Res() reply: FastifyReply): void {
    void reply.type('application/json; charset=utf-8').send(this.document.json());
  }

  /** What a person finds who was told nothing but the address. */
  @Get()
  @Open()
  front(@Res() reply: FastifyReply): void {
    void reply.redirect('/docs', 308);
  }

  @Get('docs')
  @Open()
  page(@Res() reply: FastifyReply): void {
    void reply
      .type('text/html; charset=utf-8')
      // Swagger UI sets styles of its own and draws its icons from data: URLs.
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      )
      .send(docsPage());
  }

  @Get('docs/:asset')
  @Open()
  async asset(@Param('asset') name: string, @Res() reply: FastifyReply): Promise<void> {
    const asset = await docsAsset(name);
    if (asset === undefined) throw notFound();
    await reply.type(asset.type).header('cache-control', 'public, max-age=86400').send(asset.bytes);
  }
}
