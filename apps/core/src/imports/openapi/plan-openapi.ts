import { parseVersion } from '../../versions/version.js';
import type { ImportPlan, PlannedTool, Quarantined } from '../tools-list/plan-import.js';
import type { Profile } from '../tools-list/profile.js';
import { OperationConverter } from './convert-operation.js';
import type { OpenApiDocument } from './document.js';
import { documentNamespace, operationIds } from './operation-ids.js';
import { operationsOf, type Operation } from './operations.js';

const DEFAULT_VERSION = '0.1.0';

/**
 * What an import of one document would register, an operation a tool, and what it sets aside. The
 * title gives the namespace and the name in the target, the document's version the number of what
 * is new; what the profile states stands above both.
 */
export const planOpenApi = (
  document: OpenApiDocument,
  profile: Profile,
  fallbackName: string,
): ImportPlan => {
  const title = document.title ?? fallbackName;
  const namespace = profile.namespace ?? documentNamespace(title);
  const naming = { name: profile.target ?? title, guessed: profile.target === undefined };
  const converter = new OperationConverter(document, profile);
  const { operations, unread } = operationsOf(document);
  const ids = operationIds(namespace, operations);
  const planned = operations.map((operation, n): PlannedTool | Quarantined => {
    const tool = { source: operation.pointer, name: nameOf(operation), tool_id: ids[n] ?? '' };
    const converted = converter.convert(operation, { toolId: tool.tool_id, document: naming });
    if (converted.ok) {
      return { ...tool, manifest: converted.manifest, leftOut: converted.leftOut };
    }
    const { code, pointer, message } = converted;
    return { ...tool, code, pointer, message };
  });
  return {
    server: title,
    namespace,
    version: profile.version ?? versionOf(document),
    tools: planned.filter((tool) => 'manifest' in tool),
    quarantined: [
      ...planned.filter((tool): tool is Quarantined => 'code' in tool),
      ...unread.map(({ source, name, fault }) => ({ source, name, tool_id: null, ...fault })),
    ],
    incomplete: false,
  };
};

function nameOf({ operationId, method, path }: Operation): string {
  return operationId ?? `${method} ${path}`;
}

function versionOf({ version }: OpenApiDocument): string {
  return version !== null && parseVersion(version) !== null ? version : DEFAULT_VERSION;
}
