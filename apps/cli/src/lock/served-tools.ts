import type { JsonObject } from '#core/json/value.js';
import type { LockedTool } from '#core/lock/lock-file.js';
import { allPages } from '../catalog/all-pages.js';
import { eachInTurn } from '../catalog/each-in-turn.js';
import { asObject, textAt } from '../catalog/fields.js';
import { toolPath, versionPath } from '../catalog/paths.js';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';

/** Which tools a lock is about: those of namespaces, and single ones. */
export interface LockScope {
  readonly namespaces: readonly string[];
  readonly toolIds: readonly string[];
}

/** What is served now of the tools in scope, to a caller without pins and session. */
export const servedTools = async (
  client: ApiClient,
  { namespaces, toolIds }: LockScope,
): Promise<LockedTool[]> => {
  const lists = await eachInTurn(namespaces, (namespace) =>
    allPages(client, '/v1/tools', { namespace }),
  );
  const ids = lists.flat().flatMap((row) => textAt(row, 'tool_id') ?? []);
  const served = await eachInTurn([...new Set([...ids, ...toolIds])], (id) => servedOf(client, id));
  return served.filter((tool) => tool !== null);
};

/** Null where there is no such tool, or no version is served. */
async function servedOf(client: ApiClient, toolId: string): Promise<LockedTool | null> {
  const tool = await found(client, toolPath(toolId));
  if (tool === null) return null;
  // In the candidate form a tool is the version of it that the caller is served.
  const whole = textAt(tool, 'contract_digest') === undefined ? await wholeOf(client, tool) : tool;
  const [version, digest] = [textAt(whole, 'version'), textAt(whole, 'contract_digest')];
  if (version === undefined || digest === undefined) return null;
  return { tool_id: toolId, version, contract_digest: digest };
}

async function wholeOf(client: ApiClient, tool: JsonObject): Promise<JsonObject> {
  const [toolId, served] = [textAt(tool, 'tool_id'), textAt(tool, 'served')];
  if (toolId === undefined || served === undefined) return {};
  return (await found(client, versionPath({ tool_id: toolId, version: served }))) ?? {};
}

async function found(client: ApiClient, path: string): Promise<JsonObject | null> {
  try {
    return asObject((await client.send({ method: 'GET', path })).body);
  } catch (error) {
    if (error instanceof ApiRefusal && error.problem.kind === 'not-found') return null;
    throw error;
  }
}
