import { Injectable } from '@nestjs/common';
import type { Descriptor } from '#core/candidates/descriptor.js';
import { renderCandidate } from '#core/candidates/formats/render.js';
import { eligible, rankedAmong, type AskedRequest } from '#core/candidates/offer.js';
import { reachForTenant, reachOfRequest } from '#core/candidates/select.js';
import type { Grant } from '#core/policy/grant.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Strategy } from '../../semantic/semantic-search.js';
import { AssembleAnswer, type CandidatesAnswer, type Entry } from './assemble-answer.js';
import { CandidatesRepository } from './candidates.repository.js';
import type { Catalog, StoredOffer } from './catalog.js';
import { DescribeOffers } from './describe-offers.js';
import { fragmentOf } from './fragment.js';
import { requireWithinGrant } from './require-within-grant.js';
import { SearchOffers, type Found } from './search-offers.js';

interface Ordered {
  readonly catalog: Catalog;
  readonly found: readonly (Pick<Found, 'offer'> & Partial<Found>)[];
  readonly eligible: number;
  readonly matched: number;
  readonly strategy: Strategy;
}

/**
 * The tools that a caller may use, and with a query those of them that fit it, the best first; read
 * from the database for this one request. What is answered from memory is the same.
 */
@Injectable()
export class FindCandidates {
  constructor(
    private readonly repository: CandidatesRepository,
    private readonly search: SearchOffers,
    private readonly offers: DescribeOffers,
    private readonly answers: AssembleAnswer,
  ) {}

  async execute(request: AskedRequest, { caller }: RequestContext): Promise<CandidatesAnswer> {
    const { grant } = caller;
    requireWithinGrant(request, grant);

    const { query } = request;
    const { catalog, found, ...totals } =
      query === undefined
        ? await this.inOrder(request, grant)
        : await this.ranked(request, query, grant);
    const offers = found.map(({ offer }) => offer);
    const described = await this.offers.execute(offers, catalog, grant);
    const entries = described.map((descriptor, at) => entryOf(descriptor, found[at], request));
    return this.answers.execute(entries, { ...totals, stale: false }, request);
  }

  private async inOrder(request: AskedRequest, grant: Grant): Promise<Ordered> {
    const catalog = await this.repository.within(reachOfRequest(request, grant));
    const all = eligible(catalog.tools, request, grant);
    return {
      catalog,
      found: all.slice(0, request.top_k).map((offer) => ({ offer })),
      eligible: all.length,
      matched: all.length,
      strategy: this.search.strategy,
    };
  }

  /** Reads all that the key could be shown for the tenant: scores are made of that, and no more. */
  private async ranked(request: AskedRequest, query: string, grant: Grant): Promise<Ordered> {
    const catalog = await this.repository.within(reachForTenant(grant, request.tenant));
    const all: readonly StoredOffer[] = eligible(catalog.tools, request, grant);
    const { found, matched, strategy } = await this.search.execute({
      query,
      topK: request.top_k,
      eligible: all,
      among: rankedAmong(catalog.tools, request, grant),
    });
    return { catalog, found, eligible: all.length, matched, strategy };
  }
}

const entryOf = (
  descriptor: Descriptor,
  found: Partial<Found> | undefined,
  { format, detail }: AskedRequest,
): Entry => ({
  toolId: descriptor.tool_id,
  version: descriptor.version,
  fragment: fragmentOf(renderCandidate(descriptor, format, detail)),
  ...(found?.score === undefined ? {} : { score: found.score }),
  ...(found?.reasons === undefined ? {} : { reasons: found.reasons }),
});
