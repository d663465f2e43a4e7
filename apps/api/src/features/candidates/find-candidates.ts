import { Injectable } from '@nestjs/common';
import type { Descriptor } from '#core/candidates/descriptor.js';
import { namesOf, renderCandidate } from '#core/candidates/formats/render.js';
import { eligible, rankedAmong, type AskedRequest } from '#core/candidates/offer.js';
import { reachForTenant, reachOfRequest } from '#core/candidates/select.js';
import type { JsonObject } from '#core/json/value.js';
import { beyondGrant } from '#core/policy/beyond-grant.js';
import type { Grant } from '#core/policy/grant.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Problem } from '../../http/problem.js';
import { CandidatesRepository } from './candidates.repository.js';
import type { Catalog, StoredOffer } from './catalog.js';
import { DescribeOffers } from './describe-offers.js';
import { SearchOffers, type Found } from './search-offers.js';
import { TokenCounts } from './token-counts.js';

/** What is told of a candidate request. */
export interface CandidatesAnswer {
  readonly tools: readonly JsonObject[];
  /** What the filter left, whether or not it matches the query. */
  readonly total_eligible: number;
  readonly truncated: boolean;
  readonly strategy: Strategy;
  readonly names: JsonObject;
  readonly tokens?: number;
}

/** How this deployment ranks; named without a query too, where there is nothing to rank. */
export const STRATEGIES = ['lexical'] as const;

type Strategy = (typeof STRATEGIES)[number];

interface Ordered {
  readonly catalog: Catalog;
  readonly found: readonly (Pick<Found, 'offer'> & Partial<Found>)[];
  readonly eligible: number;
  /** How many could have been answered, were there no limit. */
  readonly matched: number;
  readonly strategy: Strategy;
}

/** The tools that a caller may use, and with a query those of them that fit it, the best first. */
@Injectable()
export class FindCandidates {
  constructor(
    private readonly repository: CandidatesRepository,
    private readonly search: SearchOffers,
    private readonly offers: DescribeOffers,
    private readonly tokens: TokenCounts,
  ) {}

  async execute(request: AskedRequest, { caller }: RequestContext): Promise<CandidatesAnswer> {
    const { grant } = caller;
    const beyond = beyondGrant(grant, request);
    if (beyond.length > 0) {
      throw new Problem('beyond-grant', {
        detail: 'The request asks for more than the key was granted.',
        errors: beyond,
      });
    }

    const { query } = request;
    const ordered =
      query === undefined
        ? await this.inOrder(request, grant)
        : await this.ranked(request, query, grant);
    const offers = ordered.found.map(({ offer }) => offer);
    const described = await this.offers.execute(offers, ordered.catalog, grant);
    const descriptors = described.map((descriptor, at) => foundAs(descriptor, ordered.found[at]));

    const { shown, tokens } = await this.fitting(descriptors, request);
    return {
      tools: shown.map((one) => renderCandidate(one, request.format, request.detail)),
      total_eligible: ordered.eligible,
      truncated: ordered.matched > shown.length,
      strategy: ordered.strategy,
      names: namesOf(
        shown.map(({ tool_id: toolId }) => toolId),
        request.format,
      ),
      ...(tokens === undefined ? {} : { tokens }),
    };
  }

  private async inOrder(request: AskedRequest, grant: Grant): Promise<Ordered> {
    const catalog = await this.repository.within(reachOfRequest(request, grant));
    const all = eligible(catalog.tools, request, grant);
    return {
      catalog,
      found: all.slice(0, request.top_k).map((offer) => ({ offer })),
      eligible: all.length,
      matched: all.length,
      strategy: 'lexical',
    };
  }

  /** Reads all that the key could be shown for the tenant: scores are made of that, and no more. */
  private async ranked(request: AskedRequest, query: string, grant: Grant): Promise<Ordered> {
    const catalog = await this.repository.within(reachForTenant(grant, request.tenant));
    const all: readonly StoredOffer[] = eligible(catalog.tools, request, grant);
    const { found, matched } = await this.search.execute({
      query,
      topK: request.top_k,
      eligible: all,
      among: rankedAmong(catalog.tools, request, grant),
    });
    return { catalog, found, eligible: all.length, matched, strategy: 'lexical' };
  }

  private async fitting(
    descriptors: readonly Descriptor[],
    { max_tokens: most, format, detail }: AskedRequest,
  ): Promise<{ readonly shown: readonly Descriptor[]; readonly tokens?: number }> {
    if (most === undefined) return { shown: descriptors };
    const { count, tokens } = await this.tokens.fitting(descriptors, { format, detail }, most);
    return { shown: descriptors.slice(0, count), tokens };
  }
}

const foundAs = (descriptor: Descriptor, found: Partial<Found> | undefined): Descriptor => ({
  ...descriptor,
  ...(found?.score === undefined ? {} : { score: found.score }),
  ...(found?.reasons === undefined ? {} : { reasons: found.reasons }),
});
