import {
  heldAlready,
  numberAbove,
  numberFor,
  withImplementation,
  type Verdict,
} from '#core/imports/number-again.js';
import type { ImportPlan, PlannedTool } from '#core/imports/tools-list/plan-import.js';
import { isObject, member, objectOf, type JsonObject } from '#core/json/value.js';
import { objectsAt, textAt } from '../catalog/fields.js';
import { eachInTurn } from '../catalog/each-in-turn.js';
import { toolPath } from '../catalog/paths.js';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';
import { heldToolIds, heldVersions, type HeldTool } from './held-tools.js';

/** What a changed tool moves on from, and which step that takes. */
export interface Step {
  readonly from: string;
  readonly bump: string;
}

/** A tool with the number under which it is registered. */
export interface SettledTool extends PlannedTool {
  readonly version: string;
  readonly step?: Step;
}

export interface Settling {
  readonly client: ApiClient;
  /** The one number for all that is new or changed, where people state one. */
  readonly stated: string | undefined;
  /** Changed titles and descriptions mean what they meant before. */
  readonly clarified: boolean;
  readonly onTool: (namespace: string) => void;
}

/**
 * The number of each tool of a plan: the document's for what is new, the one that it has for what is
 * held already, and for what has changed the step that the catalog's own check requires.
 */
export const settleVersions = async (
  plan: ImportPlan,
  settling: Settling,
): Promise<SettledTool[]> => {
  const { namespace, version } = plan;
  const known = await heldToolIds(settling.client, namespace);
  return eachInTurn(plan.tools, async (tool) => {
    const settled = known.has(tool.tool_id)
      ? await settleKnown(tool, settling)
      : { ...tool, version };
    settling.onTool(namespace);
    return settled;
  });
};

async function settleKnown(tool: PlannedTool, settling: Settling): Promise<SettledTool> {
  const versions = await heldVersions(settling.client, tool.tool_id);
  const held = heldAlready(tool.manifest, versions);
  if (held !== null) {
    const manifest = withImplementation(tool.manifest, held.implementation);
    return { ...tool, manifest, version: held.version.text };
  }
  if (settling.stated !== undefined) return { ...tool, version: settling.stated };
  return settleChanged(tool, versions, settling);
}

async function settleChanged(
  tool: PlannedTool,
  versions: readonly HeldTool[],
  { client, clarified }: Settling,
): Promise<SettledTool> {
  const above = numberAbove(versions);
  const first = await askVerdict(client, tool, above);
  // What cannot even be checked is refused, with its reason, when it is registered.
  if (first === null) return { ...tool, version: above };
  const texts = clarified ? first.texts : [];
  if (texts.length === 0) return numbered(tool, first, versions);
  const changes = texts.map((path) => ({ path, meaning: 'clarified' }));
  const manifest = objectOf([...Object.entries(tool.manifest), ['changes', changes]]);
  const declared = { ...tool, manifest };
  const second = await askVerdict(client, declared, above);
  return numbered(declared, second ?? first, versions);
}

function numbered(tool: PlannedTool, verdict: Verdict, versions: readonly HeldTool[]): SettledTool {
  const { baseline, required_bump } = verdict;
  const version = numberFor(verdict, versions);
  if (baseline === null || required_bump === null) return { ...tool, version };
  return { ...tool, version, step: { from: baseline, bump: required_bump } };
}

/** The check's answer as far as a number depends on it, and the texts that it finds undeclared. */
interface Asked extends Verdict {
  readonly texts: readonly string[];
}

async function askVerdict(
  client: ApiClient,
  { tool_id, manifest }: PlannedTool,
  version: string,
): Promise<Asked | null> {
  const answer = await askCheck(client, tool_id, { version, manifest });
  if (answer === null) return null;
  const bump = textAt(answer, 'required_bump');
  return {
    baseline: textAt(answer, 'baseline') ?? null,
    required_bump: BUMPS.find((known) => known === bump) ?? null,
    minimum_version: textAt(answer, 'minimum_version') ?? null,
    texts: objectsAt(answer, 'changes')
      .filter((change) => member(change, 'rule') === 'description-change-undeclared')
      .flatMap((change) => textAt(change, 'path') ?? []),
  };
}

const BUMPS = ['none', 'patch', 'minor', 'major'] as const;

/** Null where the manifest cannot be read at all. */
export const askCheck = async (
  client: ApiClient,
  toolId: string,
  body: JsonObject,
): Promise<JsonObject | null> => {
  try {
    const answer = await client.send({ method: 'POST', path: `${toolPath(toolId)}/checks`, body });
    return isObject(answer.body) ? answer.body : {};
  } catch (error) {
    if (error instanceof ApiRefusal && UNREADABLE.includes(error.problem.kind)) return null;
    throw error;
  }
};

const UNREADABLE: readonly string[] = ['unreadable', 'refused', 'too-large'];
