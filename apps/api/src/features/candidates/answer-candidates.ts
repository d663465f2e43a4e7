import { Injectable } from '@nestjs/common';
import type { Arrival } from '../../auth/authenticator.js';
import type { Caller } from '../../auth/caller.js';
import { JudgeAgain } from '../../auth/judge-again.js';
import type { RequestContext } from '../../auth/request-context.js';
import { CatalogFence, type Passage } from '../../database/catalog-fence.js';
import { seeing, sightOf } from '../../database/sight.js';
import type { Count } from '../../metrics/instruments.js';
import { Meters } from '../../metrics/meters.js';
import type { Asked } from './asked-requests.js';
import type { CandidatesAnswer } from './assemble-answer.js';
import { FindCandidates } from './find-candidates.js';
import { AnswerFromSnapshot } from './snapshot/answer-from-snapshot.js';

type Answering = CandidatesAnswer | Promise<CandidatesAnswer>;

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

  /** A promise only where something has to be waited for. */
  execute(asked: Asked, context: RequestContext, arrival: Arrival | undefined): Answering {
    if (arrival?.wasWhole === true) return this.answer(asked, context, arrival);
    return this.passAgain(context.caller).then((passage) => this.answer(asked, context, passage));
  }

  private answer(asked: Asked, context: RequestContext, { stale }: Passage): Answering {
    const found = this.memory.answer(asked, stale);
    if (!(found instanceof Promise)) return this.answered(found, asked, context);
    return found.then((answer) => this.answered(answer, asked, context));
  }

  private answered(
    answer: CandidatesAnswer | null,
    { request }: Asked,
    context: RequestContext,
  ): Answering {
    (answer === null ? this.fromDatabase : this.fromMemory).add();
    if (answer !== null) return answer;
    const { keyId, grant } = context.caller;
    return seeing(
      () => sightOf(keyId, grant),
      () => this.database.execute(request, context),
    );
  }

  /** The key too has to be one that holds now. */
  private async passAgain(caller: Caller): Promise<Passage> {
    const passage = await this.fence.pass();
    await this.judgeAgain.execute(caller);
    return passage;
  }
}
