import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { openApiSchema } from '../../http/openapi-schema.js';
import { withCommonProblems } from './common-problems.js';
import { MANIFEST_COMPONENT } from './manifest.schema.js';
import { PROBLEM_SCHEMA } from './problem.schema.js';

const DESCRIPTION = `A governed catalog of the tools that AI agents may use: versioned, owned, reviewed, and handed
only to the agents that may use them.

Every refusal is an \`application/problem+json\` (RFC 9457) with a stable \`code\` and a \`remedy\`;
\`/problems\` lists them. Times are RFC 3339 in UTC. Lists take \`limit\` and \`cursor\` and answer
\`items\` and \`next_cursor\`. Answers to GET carry an \`ETag\` and honour \`If-None-Match\`; every answer
carries \`X-Request-Id\`. On one request the first of these that applies answers: unknown route (404,
405), caller (401), malformed tool_id (400), permission and namespace (403), body (413, 415, 400),
object (404), precondition (428, 412), conflict (409), rule (422).`;

/** The OpenAPI description, made from the routes when it is first asked for. */
@Injectable()
export class ApiDocument {
  private make: (() => OpenAPIObject) | undefined;
  private text: string | undefined;

  /** Names the application whose routes are described. */
  describe(app: INestApplication): void {
    this.make = () => SwaggerModule.createDocument(app, frame());
  }

  /** The document as JSON text. */
  json(): string {
    if (this.make === undefined) throw new Error('no application to describe was named');
    this.text ??= JSON.stringify(complete(this.make()));
    return this.text;
  }
}

const frame = () =>
  new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Quartermaster')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: qm_<id>_<secret>.' })
    .build();

const complete = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: withCommonProblems(document.paths),
  components: {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      Problem: PROBLEM_SCHEMA,
      Manifest: openApiSchema(MANIFEST_COMPONENT),
    },
  },
});
