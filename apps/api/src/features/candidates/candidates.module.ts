import { Module } from '@nestjs/common';
import { AnswerCandidates } from './answer-candidates.js';
import { AssembleAnswer } from './assemble-answer.js';
import { SemanticModule } from '../../semantic/semantic.module.js';
import { ServedModule } from '../impact/served.module.js';
import { CandidateViews } from './candidate-views.js';
import { CandidatesController } from './candidates.controller.js';
import { CandidatesRepository } from './candidates.repository.js';
import { DescribeOffers } from './describe-offers.js';
import { ExplainCandidates } from './explain-candidates.js';
import { FindCandidates } from './find-candidates.js';
import { SearchOffers } from './search-offers.js';
import { AnswerFromSnapshot } from './snapshot/answer-from-snapshot.js';
import { CandidatesSnapshot } from './snapshot/candidates-snapshot.js';
import { SnapshotRepository } from './snapshot/snapshot.repository.js';
import { TokenCounts } from './token-counts.js';

@Module({
  imports: [SemanticModule, ServedModule],
  controllers: [CandidatesController],
  providers: [
    AnswerCandidates,
    AnswerFromSnapshot,
    AssembleAnswer,
    CandidateViews,
    CandidatesRepository,
    CandidatesSnapshot,
    DescribeOffers,
    ExplainCandidates,
    FindCandidates,
    SearchOffers,
    SnapshotRepository,
    TokenCounts,
  ],
  exports: [CandidateViews],
})
export class CandidatesModule {}
