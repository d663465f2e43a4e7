import type { Grant } from '../policy/grant.js';
import type { ServableVersion } from '../versions/served.js';
import { parseVersion } from '../versions/version.js';
import { isVisible, visibleVersions, type ViewedTool } from './visible.js';

/**
 * The successor of a deprecated version as a caller may be told it: null where it names a tool, or a
 * version of one, that does not exist for this caller.
 */
export const visibleSuccessor = <V extends ServableVersion>(
  successor: string | null,
  named: Pick<ReadonlyMap<string, ViewedTool<V>>, 'get'>,
  grant: Grant,
): string | null => {
  if (successor === null) return null;
  const at = successor.indexOf('@');
  const tool = named.get(at < 0 ? successor : successor.slice(0, at));
  if (tool === undefined || !isVisible(tool, grant)) return null;
  if (at < 0) return successor;
  const identity = parseVersion(successor.slice(at + 1))?.identity;
  const known = visibleVersions(tool.versions).some(({ version }) => version.identity === identity);
  return known ? successor : null;
};
