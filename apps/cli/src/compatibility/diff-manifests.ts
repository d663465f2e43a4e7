import { classify, type ClassifyOptions } from '#core/compatibility/classify.js';
import type { Bump, Classification } from '#core/compatibility/finding.js';
import { isBelow } from '#core/versions/precedence.js';
import { declaredBump, fits, nextNumber } from '#core/versions/step.js';
import { parseVersion } from '#core/versions/version.js';
import type { LoadedTool } from '../manifests/load-manifests.js';

/** What became of one tool from one manifest file to the other. */
export interface ToolDiff {
  readonly tool_id: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly outcome: 'added' | 'removed' | 'same' | 'fits' | 'too-small';
  readonly declared_bump: Bump | null;
  /** The number that the change takes, where the one declared is too small. */
  readonly minimum_version: string | null;
  /** Null where the tool is new or gone. */
  readonly classification: Classification | null;
}

/** Compares two sets of tools by their ids; of several versions of a tool the last is meant. */
export const diffManifests = (
  before: readonly LoadedTool[],
  after: readonly LoadedTool[],
  outputCompatibility: ClassifyOptions['outputCompatibility'],
): ToolDiff[] => {
  const [then, now] = [byId(before), byId(after)];
  const ids = [...new Set([...then.keys(), ...now.keys()])].sort();
  return ids.flatMap((id): ToolDiff[] => {
    const [old, young] = [then.get(id), now.get(id)];
    if (old !== undefined && young !== undefined) {
      return [compared(old, young, outputCompatibility)];
    }
    const only = old ?? young;
    return only === undefined ? [] : [alone(only, young === undefined)];
  });
};

const alone = ({ tool_id, version }: LoadedTool, isGone: boolean): ToolDiff => ({
  tool_id,
  before: isGone ? version : null,
  after: isGone ? null : version,
  outcome: isGone ? 'removed' : 'added',
  declared_bump: null,
  minimum_version: null,
  classification: null,
});

const compared = (
  old: LoadedTool,
  young: LoadedTool,
  outputCompatibility: ClassifyOptions['outputCompatibility'],
): ToolDiff => {
  const { contract, changes } = young.read;
  const classification = classify(old.read.contract, contract, { outputCompatibility, changes });
  const { bump } = classification;
  const [from, to] = [parseVersion(old.version), parseVersion(young.version)];
  const declared =
    from !== null && to !== null && isBelow(from, to) ? declaredBump(from, to) : 'none';
  const isEnough = fits(bump, declared);
  const next = isEnough || from === null ? null : nextNumber(from, bump);
  return {
    tool_id: young.tool_id,
    before: old.version,
    after: young.version,
    outcome: bump === 'none' ? 'same' : isEnough ? 'fits' : 'too-small',
    declared_bump: declared,
    minimum_version: next?.text ?? null,
    classification,
  };
};

const byId = (tools: readonly LoadedTool[]): ReadonlyMap<string, LoadedTool> =>
  new Map(tools.map((tool) => [tool.tool_id, tool]));
