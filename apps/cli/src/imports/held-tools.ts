import type { HeldVersion } from '#core/imports/number-again.js';
import { isObject, member, type JsonObject } from '#core/json/value.js';
import { STATES } from '#core/lifecycle/state.js';
import { parseVersion } from '#core/versions/version.js';
import { allPages } from '../catalog/all-pages.js';
import { textAt } from '../catalog/fields.js';
import { toolPath } from '../catalog/paths.js';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';

/** A version as the catalog holds it, with where its calls go. */
export interface HeldTool extends HeldVersion {
  readonly target: JsonObject;
}

/** The tools of a namespace that the catalog has; the key needs `read` for it. */
export const heldToolIds = async (client: ApiClient, namespace: string): Promise<Set<string>> => {
  const rows = await allPages(client, '/v1/tools', { namespace });
  return new Set(rows.flatMap((row) => textAt(row, 'tool_id') ?? []));
};

/** Every version of a tool, none where it is gone by now. */
export const heldVersions = async (client: ApiClient, toolId: string): Promise<HeldTool[]> => {
  try {
    const rows = await allPages(client, `${toolPath(toolId)}/versions`);
    return rows.flatMap(heldTool);
  } catch (error) {
    if (error instanceof ApiRefusal && error.problem.kind === 'not-found') return [];
    throw error;
  }
};

function heldTool(row: JsonObject): HeldTool[] {
  const version = parseVersion(textAt(row, 'version') ?? '');
  const state = STATES.find((known) => known === textAt(row, 'state'));
  const digest = textAt(row, 'contract_digest');
  const target = member(row, 'target');
  if (version === null || state === undefined || digest === undefined) return [];
  return [
    {
      version,
      state,
      contract_digest: digest,
      implementation: textAt(row, 'implementation'),
      target: isObject(target) ? target : {},
    },
  ];
}
