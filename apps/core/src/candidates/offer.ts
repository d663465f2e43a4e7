import type { Grant } from '../policy/grant.js';
import { couldBeServed, servedVersion, type ServableVersion } from '../versions/served.js';
import type { CandidateRequest } from './request.js';
import { reachForTenant, reachOfRequest, select, type FilteredTool } from './select.js';
import { listedVersion, type ViewedTool } from './visible.js';

/** A candidate request whose tenant is settled. */
export interface AskedRequest extends CandidateRequest {
  readonly tenant: string;
}

/** A tool with its versions in force, and the revision of what the platform says of it. */
export type CatalogTool<V extends ServableVersion> = ViewedTool<V> & {
  readonly presentation_version: number;
};

/** A tool together with the one version of it that the caller is told of. */
export interface Offer<V extends ServableVersion> {
  readonly tool: CatalogTool<V>;
  readonly version: V;
}

/** What a request may be answered, in the order given: the filter, with the version that is served. */
export const eligible = <V extends ServableVersion>(
  tools: readonly CatalogTool<V>[],
  request: AskedRequest,
  grant: Grant,
): Offer<V>[] => select(asServed(tools, request), reachOfRequest(request, grant)).flatMap(offered);

/**
 * What the key could be shown for the request's tenant by whatever request, each tool as the version
 * that this request is served, or else as the one that lists show. It holds all that is `eligible`,
 * and nothing else may have a part in the scores of a ranking.
 */
export const rankedAmong = <V extends ServableVersion>(
  tools: readonly CatalogTool<V>[],
  request: AskedRequest,
  grant: Grant,
): Offer<V>[] => {
  const known = asServed(tools, request).map((served) => ({
    ...served,
    served: couldBeServed(served.tool.versions),
    version: served.version ?? listedVersion(served.tool),
  }));
  return select(known, reachForTenant(grant, request.tenant)).flatMap(offered);
};

/** A tool as the filter sees it for one request, and the version that the request is served. */
export interface ServedTool<V extends ServableVersion> extends FilteredTool {
  readonly tool: CatalogTool<V>;
  readonly version: V | null;
}

export const asServed = <V extends ServableVersion>(
  tools: readonly CatalogTool<V>[],
  { pins, session }: Pick<CandidateRequest, 'pins' | 'session'>,
): ServedTool<V>[] =>
  tools.map((tool) => {
    const { tool_id, suspended, policy } = tool;
    const pin = pins.get(tool_id);
    const version = servedVersion(tool.versions, {
      tool_id,
      ...(pin === undefined ? {} : { pin }),
      ...(session === undefined ? {} : { session }),
    });
    return { tool_id, suspended, policy, served: version !== null, tool, version };
  });

const offered = <V extends ServableVersion>({
  tool,
  version,
}: Pick<ServedTool<V>, 'tool' | 'version'>): Offer<V>[] =>
  version === null ? [] : [{ tool, version }];
