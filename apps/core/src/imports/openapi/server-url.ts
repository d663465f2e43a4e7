import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { textOf, type OpenApiDocument } from './document.js';
import type { Operation } from './operations.js';

const MOST_CHARACTERS = 2_048;

/**
 * Where the operation is called: the first server of the operation, the path or the document, with
 * the defaults of its variables. Null where the document does not say; a relative address stays so.
 */
export const serverUrl = (document: OpenApiDocument, operation: Operation): string | null => {
  const url =
    document.edition === '2.0'
      ? oldServer(document.root, operation.value)
      : firstServer([operation.value, operation.item.value, document.root]);
  return url === null || url === '' || url.length > MOST_CHARACTERS ? null : url;
};

function firstServer(owners: readonly Json[]): string | null {
  for (const owner of owners) {
    const servers = isObject(owner) ? member(owner, 'servers') : undefined;
    const first = isArray(servers) ? servers[0] : undefined;
    if (isObject(first)) return withDefaults(first);
  }
  return null;
}

function withDefaults(server: JsonObject): string | null {
  const url = textOf(member(server, 'url'));
  const variables = member(server, 'variables');
  if (url === null || !isObject(variables)) return url;
  return url.replace(/\{([^{}]*)\}/g, (written, name: string) => {
    const variable = member(variables, name);
    const value = isObject(variable) ? member(variable, 'default') : undefined;
    return value === undefined ? written : String(value);
  });
}

function oldServer(root: JsonObject, operation: JsonObject): string | null {
  const basePath = textOf(member(root, 'basePath')) ?? '';
  const host = textOf(member(root, 'host'));
  if (host === null) return basePath;
  const stated = member(operation, 'schemes') ?? member(root, 'schemes');
  const schemes = isArray(stated) ? stated : [];
  const scheme = schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https';
  return `${scheme}://${host}${basePath}`;
}
