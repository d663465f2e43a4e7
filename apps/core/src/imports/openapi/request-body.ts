import { pointer } from '../../json/pointer.js';
import { isArray, isObject, member, objectOf, type JsonObject } from '../../json/value.js';
import { combined, plain, type Converted } from './convert-schema.js';
import type { Definitions } from './definitions.js';
import { memberAt, type Located } from './look-up.js';
import { preferredMedia, preferredType, type Media } from './media-types.js';
import { described, oldStyle, schemaOfOld, type Part } from './parameters.js';

/** The body of an OpenAPI 3 request as one value; undefined where it has no content. */
export const readBody = (at: Located, definitions: Definitions): Part | undefined => {
  const media = preferredMedia(memberAt(at, 'content'));
  if (media === undefined || !isObject(at.value)) return undefined;
  const encoding = encodingOf(media.encoding);
  return {
    in: 'body',
    name: 'body',
    required: at.value['required'] === true,
    schema: described(mediaSchema(media, definitions), at.value, []),
    wire: [
      ['content_type', media.type],
      ...(encoding === undefined ? [] : [['encoding', encoding] as const]),
    ],
    pointer: at.pointer,
  };
};

/** The schema of a body; what says nothing about bytes or text is a text of that media type. */
export const mediaSchema = (
  { type, schema, itemSchema }: Media,
  definitions: Definitions,
): Converted => {
  if (schema !== undefined) return definitions.convert(schema);
  if (itemSchema !== undefined) {
    const items = definitions.convert(itemSchema);
    return combined({ type: 'array', items: items.schema }, [items]);
  }
  return plain(isStructured(type) || { type: 'string', contentMediaType: type });
};

function isStructured(type: string): boolean {
  return /json|form/.test(type) || type.includes('*');
}

const WRITTEN = ['contentType', 'style', 'explode', 'allowReserved'];

/** How the members of a form are written, as far as the document says it. */
function encodingOf(encoding: Located | undefined): JsonObject | undefined {
  if (encoding === undefined || !isObject(encoding.value)) return undefined;
  const entries = Object.entries(encoding.value).map(([name, how]) => {
    const stated = isObject(how) ? Object.entries(how) : [];
    return [name, objectOf(stated.filter(([key]) => WRITTEN.includes(key)))] as const;
  });
  return objectOf(entries);
}

/** The body of a Swagger 2.0 operation: its `body` parameter, or its form fields as one object. */
export const readOldBody = (
  parameters: readonly Located<JsonObject>[],
  at: string,
  consumes: readonly string[],
  definitions: Definitions,
): Part | undefined => {
  const body = parameters.find(({ value }) => value['in'] === 'body');
  if (body !== undefined) {
    const schema = memberAt(body, 'schema') ?? { value: true, pointer: body.pointer };
    return {
      in: 'body',
      name: 'body',
      required: body.value['required'] === true,
      schema: described(definitions.convert(schema), body.value, []),
      wire: [['content_type', preferredType(consumes) ?? 'application/json']],
      pointer: body.pointer,
    };
  }
  const fields = parameters.filter(({ value }) => value['in'] === 'formData');
  return fields.length === 0 ? undefined : formOf(fields, at, consumes, definitions);
};

function formOf(
  fields: readonly Located<JsonObject>[],
  at: string,
  consumes: readonly string[],
  definitions: Definitions,
): Part {
  const required = namesOf(fields.filter(({ value }) => value['required'] === true)).sort();
  const parts = fields.map((field) => ({
    name: String(field.value['name']),
    converted: described(
      definitions.convert({ value: schemaOfOld(field.value), pointer: field.pointer }),
      field.value,
      [],
    ),
    style: oldStyle('query', field.value),
  }));
  const encoding = parts
    .filter(({ style }) => Object.keys(style).length > 0)
    .map(({ name, style }) => [name, style] as const);
  return {
    in: 'body',
    name: 'body',
    required: required.length > 0,
    schema: combined(
      {
        type: 'object',
        properties: objectOf(parts.map(({ name, converted }) => [name, converted.schema])),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      },
      parts.map(({ converted }) => converted),
    ),
    wire: [
      ['content_type', formType(fields, consumes)],
      ...(encoding.length === 0 ? [] : [['encoding', objectOf(encoding)] as const]),
    ],
    pointer: pointer(at, 'parameters'),
  };
}

/** Files travel in no other form. */
function formType(fields: readonly Located<JsonObject>[], consumes: readonly string[]): string {
  const hasFile = fields.some(({ value }) => value['type'] === 'file');
  const multipart = 'multipart/form-data';
  if (hasFile || (consumes.length > 0 && consumes.every((type) => type.startsWith(multipart)))) {
    return multipart;
  }
  return 'application/x-www-form-urlencoded';
}

function namesOf(fields: readonly Located<JsonObject>[]): string[] {
  return fields.map(({ value }) => String(value['name']));
}

/** The media types under `key` of the operation, else of the document (2.0). */
export const statedTypes = (operation: JsonObject, root: JsonObject, key: string): string[] => {
  const stated = member(operation, key) ?? member(root, key);
  return isArray(stated) ? stated.filter((type) => typeof type === 'string') : [];
};
