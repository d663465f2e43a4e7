import { Injectable } from '@nestjs/common';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { Arrival } from '../../auth/authenticator.js';
import type { RequestContext } from '../../auth/request-context.js';
import { CatalogFence } from '../../database/catalog-fence.js';
import type { Count } from '../../metrics/instruments.js';
import { Meters } from '../../metrics/meters.js';
import type { CandidatesAnswer } from './assemble-answer.js';
import { FindCandidates } from './find-candidates.js';
import { requireWithinGrant } from './require-within-grant.js';
import { AnswerFromSnapshot } from './snapshot/answer-from-snapshot.js';

/** Answers a candidate request: from memory where that is as the database is now, else from there. */
@Injectable()
export class AnswerCandidates {
  private readonly fromMemory: Count;
  private readonly fromDatabase: Count;

  constructor(
    private readonly fence: CatalogFence,
    private readonly memory: AnswerFromSnapshot,
    private readonly database: FindCandidates,
    { candidateSources }: Meters,
  ) {
    this.fromMemory = candidateSources.at('memory');
    this.fromDatabase = candidateSources.at('database');
  }

  async execute(
    request: AskedRequest,
    context: RequestContext,
    arrival: Arrival | undefined,
  ): Promise<CandidatesAnswer> {
    const { grant } = context.caller;
    requireWithinGrant(request, grant);
    const { stale } = arrival?.wasWhole === true ? arrival : await this.fence.pass();
    const answer = this.memory.answer(request, grant, stale);
    (answer === null ? this.fromDatabase : this.fromMemory).add();
    return answer ?? this.database.execute(request, context);
  }
}
