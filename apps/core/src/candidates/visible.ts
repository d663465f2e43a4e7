import type { Grant } from '../policy/grant.js';
import { latestOf } from '../versions/known-version.js';
import { highest } from '../versions/precedence.js';
import {
  couldBeServed,
  isServable,
  servedVersion,
  type ServableVersion,
} from '../versions/served.js';
import { reachOfGrant, removedBy, type FilteredTool } from './select.js';

/** What list and get know of a tool before they show it to a caller without `read`. */
export type ViewedTool<V extends ServableVersion> = Omit<FilteredTool, 'served'> & {
  readonly versions: readonly V[];
};

/**
 * Whether a tool exists for a key that holds only `candidates`: some request that the key may make,
 * with some session or pin, could be served it.
 */
export const isVisible = <V extends ServableVersion>(
  { tool_id, suspended, policy, versions }: ViewedTool<V>,
  grant: Grant,
): boolean => {
  // Member by member: of a tool that reads them when asked, a copy would have none.
  const tool = { tool_id, suspended, policy, served: couldBeServed(versions) };
  return removedBy(tool, reachOfGrant(grant)) === null;
};

/** The versions of a visible tool that get answers: those in force, whatever their rollout. */
export const visibleVersions = <V extends ServableVersion>(versions: readonly V[]): V[] =>
  versions.filter(({ state }) => isServable(state));

/**
 * The version that stands for a visible tool in a list: what a request without pin and session is
 * served; where that is none, `latest`; where all are prereleases, the highest of them.
 */
export const listedVersion = <V extends ServableVersion>(tool: ViewedTool<V>): V | null =>
  servedVersion(tool.versions, { tool_id: tool.tool_id }) ??
  latestOf(tool.versions) ??
  highest(visibleVersions(tool.versions));
