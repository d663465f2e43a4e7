import { Injectable } from '@nestjs/common';
import type { Descriptor } from '#core/candidates/descriptor.js';
import { renderCandidate } from '#core/candidates/formats/render.js';
import { reachOfGrant } from '#core/candidates/select.js';
import { isVisible, listedVersion, visibleVersions } from '#core/candidates/visible.js';
import type { JsonObject } from '#core/json/value.js';
import type { Grant } from '#core/policy/grant.js';
import { latestOf } from '#core/versions/known-version.js';
import { isBelow, precedence } from '#core/versions/precedence.js';
import { parseVersion } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound, Problem } from '../../http/problem.js';
import { CandidatesRepository, type ListFilter } from './candidates.repository.js';
import type { Catalog, StoredOffer, StoredTool, StoredVersion } from './catalog.js';
import { DescribeOffers } from './describe-offers.js';

/** The query of a list of tools, of which a caller without `read` may use a part. */
interface ViewQuery extends PageRequest, ListFilter {
  readonly owner?: string;
  readonly state?: string;
}

/** List and get for callers that hold only `candidates`: what some request of theirs could be told. */
@Injectable()
export class CandidateViews {
  constructor(
    private readonly repository: CandidatesRepository,
    private readonly offers: DescribeOffers,
    private readonly cursors: Cursors,
  ) {}

  /** The tools by tool_id, each in the native form of the version that stands for it. */
  async list(query: ViewQuery, { caller }: RequestContext): Promise<Page<JsonObject>> {
    const { limit, cursor, owner, state, ...filter } = query;
    if (owner !== undefined || state !== undefined) {
      throw new Problem('permission-missing', {
        detail: 'The filters owner and state need the permission read.',
      });
    }
    const reach = reachOfGrant(caller.grant);
    const page = await readPage(this.cursors, pageOf(limit, cursor), {
      filter: filterOf('visible-tools', { ...filter, ...reach }),
      positionOf: ({ tool_id: toolId }: Descriptor) => toolId,
      rowsAfter: (position, count) =>
        this.after(typeof position === 'string' ? position : '', count, filter, caller.grant),
    });
    return { items: page.items.map(nativeForm), next_cursor: page.next_cursor };
  }

  /** The version that stands for a tool. */
  async getTool(toolId: string, { caller }: RequestContext): Promise<JsonObject> {
    const { catalog, tool } = await this.find(toolId, caller.grant);
    return this.shown(catalog, { tool, version: listedVersion(tool) }, caller.grant);
  }

  /** A version in force, by its number or as `latest`. */
  async getVersion(
    toolId: string,
    version: string,
    { caller }: RequestContext,
  ): Promise<JsonObject> {
    const { catalog, tool } = await this.find(toolId, caller.grant);
    return this.shown(catalog, { tool, version: versionNamed(version, tool) }, caller.grant);
  }

  /** The versions in force of a tool, the highest first. */
  async listVersions(
    toolId: string,
    request: PageRequest,
    { caller }: RequestContext,
  ): Promise<Page<JsonObject>> {
    const { catalog, tool } = await this.find(toolId, caller.grant);
    const ordered = visibleVersions(tool.versions).sort((one, other) =>
      precedence(other.version, one.version),
    );
    const page = await readPage(this.cursors, request, {
      filter: filterOf('visible-versions', { tool_id: toolId }),
      positionOf: ({ version }: StoredVersion) => version.identity,
      rowsAfter: async (position, count) => {
        const last = position === null ? null : parseVersion(String(position));
        const isAfter = ({ version }: StoredVersion) => last === null || isBelow(version, last);
        return ordered.filter(isAfter).slice(0, count);
      },
    });
    const offers = page.items.map((version) => ({ tool, version }));
    const shown = await this.offers.execute(offers, catalog, caller.grant);
    return { items: shown.map(nativeForm), next_cursor: page.next_cursor };
  }

  /** The rows of the database are only a guess at what is visible, so that more may be needed. */
  private async after(
    start: string,
    count: number,
    filter: ListFilter,
    grant: Grant,
  ): Promise<Descriptor[]> {
    const found: Descriptor[] = [];
    let position: string | undefined = start;
    while (position !== undefined && found.length < count) {
      const catalog = await this.repository.page(reachOfGrant(grant), filter, position, count);
      const shown = await this.offers.execute(listed(catalog, grant), catalog, grant);
      found.push(...shown.filter((one) => matches(one, filter)));
      position = catalog.tools.length < count ? undefined : catalog.tools.at(-1)?.tool_id;
    }
    return found.slice(0, count);
  }

  private async find(
    toolId: string,
    grant: Grant,
  ): Promise<{ readonly catalog: Catalog; readonly tool: StoredTool }> {
    const catalog = await this.repository.find(toolId);
    const [tool] = catalog.tools;
    if (tool === undefined || !isVisible(tool, grant)) throw notFound();
    return { catalog, tool };
  }

  private async shown(
    catalog: Catalog,
    { tool, version }: { readonly tool: StoredTool; readonly version: StoredVersion | null },
    grant: Grant,
  ): Promise<JsonObject> {
    if (version === null) throw notFound();
    const [descriptor] = await this.offers.execute([{ tool, version }], catalog, grant);
    if (descriptor === undefined) throw new Error('an offer was not described');
    return nativeForm(descriptor);
  }
}

const nativeForm = (descriptor: Descriptor): JsonObject =>
  renderCandidate(descriptor, 'native', 'full');

const pageOf = (limit: number | undefined, cursor: string | undefined): PageRequest => ({
  ...(limit === undefined ? {} : { limit }),
  ...(cursor === undefined ? {} : { cursor }),
});

const listed = ({ tools }: Catalog, grant: Grant): StoredOffer[] =>
  tools.flatMap((tool) => {
    const version = isVisible(tool, grant) ? listedVersion(tool) : null;
    return version === null ? [] : [{ tool, version }];
  });

const versionNamed = (text: string, tool: StoredTool): StoredVersion | null => {
  const versions = visibleVersions(tool.versions);
  if (text === 'latest') return latestOf(versions);
  const identity = parseVersion(text)?.identity;
  return versions.find(({ version }) => version.identity === identity) ?? null;
};

/** Of what is shown and nothing else: another version may have the tag, or be a draft. */
const matches = ({ tool_id: toolId, contract }: Descriptor, { tag, q }: ListFilter): boolean => {
  if (tag !== undefined && contract.tags?.includes(tag) !== true) return false;
  if (q === undefined) return true;
  const sought = q.toLowerCase();
  return [toolId, contract.title ?? '', contract.description].some((text) =>
    text.toLowerCase().includes(sought),
  );
};
