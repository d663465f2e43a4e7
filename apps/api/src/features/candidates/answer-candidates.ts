import { Injectable } from '@nestjs/common';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { Arrival } from '../../auth/authenticator.js';
import type { Caller } from '../../auth/caller.js';
import { JudgeAgain } from '../../auth/judge-again.js';
import type { RequestContext } from '../../auth/request-context.js';
import { CatalogFence, type Passage } from '../../database/catalog-fence.js';
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
    private readonly judgeAgain: JudgeAgain,
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
    const { stale } = arrival?.wasWhole === true ? arrival : await this.passAgain(context.caller);
    const answer = await this.memory.answer(request, grant, stale);
    (answer === null ? this.fromDatabase : this.fromMemory).add();
    return answer ?? this.database.execute(request, context);
  }

  /** The key too has to be one that holds now. */
  private async passAgain(caller: Caller): Promise<Passage> {
    const passage = await this.fence.pass();
    await this.judgeAgain.execute(caller);
    return passage;
  }
}
