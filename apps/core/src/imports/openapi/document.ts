import { digestOf } from '../../json/digest.js';
import { isObject, member, type Json, type JsonObject } from '../../json/value.js';
import type { SetAside } from '../tools-list/set-aside.js';

/** The editions that mean different things by the same words. */
export type Edition = '2.0' | '3.0' | '3.1' | '3.2';

export interface OpenApiDocument {
  readonly edition: Edition;
  readonly root: JsonObject;
  readonly title: string | null;
  /** What the document calls its own version; any text. */
  readonly version: string | null;
  /** Equal for equal documents, in JSON or YAML and whatever the order of their members. */
  readonly digest: string;
  /** What the reader could not keep: spoils the operations that rest on it. */
  readonly unreadable: readonly SetAside[];
}

export type DocumentReading =
  { readonly ok: true; readonly document: OpenApiDocument } | ({ readonly ok: false } & SetAside);

/**
 * Recognises an OpenAPI document by its first word. Nothing is validated as a whole: what is wrong
 * in one operation is told of that operation alone.
 */
export const readOpenApi = (root: Json, unreadable: readonly SetAside[] = []): DocumentReading => {
  if (!isObject(root)) return refused('not-openapi', '', 'An OpenAPI document is an object.');
  const edition = editionOf(root);
  if (edition === null) return refused('not-openapi', '', NOT_READ);
  const info = member(root, 'info');
  const title = isObject(info) ? textOf(member(info, 'title')) : null;
  const version = isObject(info) ? textOf(member(info, 'version')) : null;
  return {
    ok: true,
    document: { edition, root, title, version, digest: digestOf(root), unreadable },
  };
};

const NOT_READ =
  'This is no OpenAPI document: `swagger` "2.0" or `openapi` 3.0, 3.1 or 3.2 stands at its root.';

function refused(code: string, pointer: string, message: string): DocumentReading {
  return { ok: false, code, pointer, message };
}

/** YAML reads an unquoted `swagger: 2.0` as a number. */
function editionOf(root: JsonObject): Edition | null {
  const swagger = member(root, 'swagger');
  if (swagger === '2.0' || swagger === 2) return '2.0';
  const stated = String(member(root, 'openapi') ?? '');
  const minor = /^(3\.[012])(\.\d+(-.+)?)?$/.exec(stated)?.[1];
  return minor === '3.0' || minor === '3.1' || minor === '3.2' ? minor : null;
}

/** Whether a schema object is a JSON Schema of 2020-12 and not OpenAPI's own selection. */
export const hasWholeJsonSchema = (edition: Edition): boolean =>
  edition === '3.1' || edition === '3.2';

/** Whether a schema that names no dialect is written in one that is read here. */
export const readsDefaultDialect = ({ root, edition }: OpenApiDocument): boolean => {
  const stated = member(root, 'jsonSchemaDialect');
  return stated === undefined || !hasWholeJsonSchema(edition) || isOwnDialect(stated);
};

const OWN_DIALECT =
  /^https:\/\/(spec\.openapis\.org\/oas\/3\.\d\/dialect\/[\w-]+|json-schema\.org\/draft\/2020-12\/schema)#?$/;

export const isOwnDialect = (uri: Json): boolean =>
  typeof uri === 'string' && OWN_DIALECT.test(uri);

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
