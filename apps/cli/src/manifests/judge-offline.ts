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
export const judgeOffline = (tool: LoadedTool): OfflineVerdict => {
  const { digest, findings } = judgeTool(tool.read);
  return {
    tool,
    digest,
    findings: findings.map((finding) => ({ ...finding, at: tool.locate(finding.path) })),
  };
};
