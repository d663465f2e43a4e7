import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;

/** What @nestjs/swagger takes for a schema that is written out. */
type SchemaObject = Exclude<NonNullable<Components['schemas']>[string], { $ref: string }>;

/**
 * One of our own JSON Schemas as @nestjs/swagger takes it: its types are those of OpenAPI 3.0 and
 * know neither read-only arrays nor all that 3.1 has; the document keeps the schema as it is.
 */
export const openApiSchema = (schema: object): SchemaObject => schema as SchemaObject;
