import { Injectable } from '@nestjs/common';
import { explain, type Explanation } from '#core/candidates/explain.js';
import { asServed, type AskedRequest } from '#core/candidates/offer.js';
import { reachOfHypothetical } from '#core/candidates/select.js';
import { namespacesFor } from '#core/policy/grant.js';
import type { RequestContext } from '../../auth/request-context.js';
import { CandidatesRepository } from './candidates.repository.js';

/** For an auditor: where each tool falls for a caller who need not exist. */
@Injectable()
export class ExplainCandidates {
  constructor(private readonly repository: CandidatesRepository) {}

  async execute(request: AskedRequest, { caller }: RequestContext): Promise<Explanation> {
    const catalog = await this.repository.all(namespacesFor(caller.grant, 'audit'));
    return explain(asServed(catalog.tools, request), reachOfHypothetical(request));
  }
}
