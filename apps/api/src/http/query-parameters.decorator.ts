import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Marks the routes that read a query; at all others one is refused. */
export const READS_QUERY = 'quartermaster:reads-query';

/** Documents a query by the same schema that QueryPipe reads it with. */
export const QueryParameters = (schema: QuerySchema): MethodDecorator =>
  applyDecorators(
    SetMetadata(READS_QUERY, true),
    ...Object.entries(schema.properties).map(([name, property]) => {
      const { description, ...rest } = property as { readonly description?: string };
      return ApiQuery({
        name,
        required: schema.required?.includes(name) ?? false,
        schema: rest,
        ...(description === undefined ? {} : { description }),
      });
    }),
  );
