import type { LintSettings } from '#core/lint/lint-settings.js';
import { judgeTool, type ManifestFinding } from '#core/manifests/judge-tool.js';
import type { LoadedTool } from './load-manifests.js';
import type { Location } from './location.js';

/** A finding with its place in the repository. */
export interface LocatedFinding extends ManifestFinding {
  readonly at: Location;
}

export interface OfflineVerdict {
  readonly tool: LoadedTool;
  readonly digest: string;
  readonly findings: readonly LocatedFinding[];
}

/** What can be said of a tool without a catalog, with the lines that it is said of. */
export const judgeOffline = (tool: LoadedTool, lint: LintSettings): OfflineVerdict => {
  const { tool_id: toolId, waivers } = tool;
  const { digest, findings } = judgeTool(tool.read, { toolId, lint, waivers, now: new Date() });
  return {
    tool,
    digest,
    findings: findings.map((finding) => ({ ...finding, at: tool.locate(finding.path) })),
  };
};
