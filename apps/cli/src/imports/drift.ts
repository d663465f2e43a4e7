import { byPrecedence, heldAlready, numberAbove } from '#core/imports/number-again.js';
import type { ImportPlan, PlannedTool } from '#core/imports/tools-list/plan-import.js';
import { isObject, member, type JsonObject } from '#core/json/value.js';
import { eachInTurn } from '../catalog/each-in-turn.js';
import { objectsAt, textAt } from '../catalog/fields.js';
import type { ApiClient } from '../client/api-client.js';
import { heldToolIds, heldVersions, type HeldTool } from './held-tools.js';
import { askCheck } from './settle-versions.js';

/** How one tool of a source stands to what the catalog holds. */
export interface ToolDrift {
  readonly tool_id: string;
  readonly drift: 'unchanged' | 'new' | 'changed' | 'gone' | 'unusable';
  /** What the catalog holds: in force, or else the highest. */
  readonly version?: string;
  readonly required_bump?: string;
  readonly changes?: readonly DriftChange[];
  /** Why it could not be imported as it is now. */
  readonly message?: string;
}

export interface DriftChange {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

/**
 * What has moved since the import: tools that the source has and the catalog has not, and the other
 * way round, and every contract that is another one now, with the step that it takes. Nothing is
 * written. Only tools that call this very source can be gone from it.
 */
export const findDrift = async (client: ApiClient, plan: ImportPlan): Promise<ToolDrift[]> => {
  const known = await heldToolIds(client, plan.namespace);
  const here = await eachInTurn(plan.tools, (tool) => driftOf(client, tool, known));
  const aside = plan.quarantined.flatMap(({ tool_id, message }): ToolDrift[] =>
    tool_id === null || !known.has(tool_id) ? [] : [{ tool_id, drift: 'unusable', message }],
  );
  const named = new Set([...plan.tools, ...plan.quarantined].map(({ tool_id }) => tool_id));
  const missing = [...known].filter((toolId) => !named.has(toolId)).sort();
  const source = sourceOf(plan.tools[0]?.manifest);
  const gone = await eachInTurn(missing, (toolId) => goneFrom(client, toolId, source));
  return [...here, ...aside, ...gone.flat()];
};

export const hasMoved = (drifts: readonly ToolDrift[]): boolean =>
  drifts.some(({ drift }) => drift !== 'unchanged');

async function driftOf(
  client: ApiClient,
  { tool_id, manifest }: PlannedTool,
  known: ReadonlySet<string>,
): Promise<ToolDrift> {
  const versions = known.has(tool_id) ? await heldVersions(client, tool_id) : [];
  const current = currentOf(versions);
  if (current === undefined) return { tool_id, drift: 'new' };
  const version = current.version.text;
  if (heldAlready(manifest, versions) !== null) return { tool_id, drift: 'unchanged', version };
  const body = { version: numberAbove(versions), manifest, against: version };
  const answer = await askCheck(client, tool_id, body);
  if (answer === null) {
    return { tool_id, drift: 'unusable', version, message: 'The catalog cannot read it.' };
  }
  const bump = textAt(answer, 'required_bump');
  return {
    tool_id,
    drift: 'changed',
    version,
    ...(bump === undefined ? {} : { required_bump: bump }),
    changes: objectsAt(answer, 'changes').map(changeOf),
  };
}

function changeOf(change: JsonObject): DriftChange {
  const [rule, path, message] = ['rule', 'path', 'message'].map((key) => textAt(change, key));
  return { rule: rule ?? '', path: path ?? '', message: message ?? '' };
}

/** What callers get, or else what is on its way to them. */
function currentOf(versions: readonly HeldTool[]): HeldTool | undefined {
  const held = byPrecedence(versions);
  const inForce = held.find(({ state }) => state === 'enabled' || state === 'deprecated');
  return inForce ?? held.find(({ state }) => state !== 'disabled');
}

async function goneFrom(
  client: ApiClient,
  toolId: string,
  source: string | undefined,
): Promise<ToolDrift[]> {
  const current = currentOf(await heldVersions(client, toolId));
  if (current === undefined || source === undefined) return [];
  const isOfSource = sourceOf({ target: current.target }) === source;
  return isOfSource ? [{ tool_id: toolId, drift: 'gone', version: current.version.text }] : [];
}

/** What the calls of a tool go to: the server, or the document. */
function sourceOf(manifest: JsonObject | undefined): string | undefined {
  const target = manifest === undefined ? undefined : member(manifest, 'target');
  if (!isObject(target)) return undefined;
  const name = textAt(target, 'server') ?? '';
  const document = textAt(target, 'document');
  return `${textAt(target, 'kind') ?? ''} ${document ?? name}`;
}
