import { Module } from '@nestjs/common';
import { CandidateViews } from './candidate-views.js';
import { CandidatesController } from './candidates.controller.js';
import { CandidatesRepository } from './candidates.repository.js';
import { DescribeOffers } from './describe-offers.js';
import { ExplainCandidates } from './explain-candidates.js';
import { FindCandidates } from './find-candidates.js';
import { SearchOffers } from './search-offers.js';
import { TokenCounts } from './token-counts.js';

@Module({
  controllers: [CandidatesController],
  providers: [
    CandidateViews,
    CandidatesRepository,
    DescribeOffers,
    ExplainCandidates,
    FindCandidates,
    SearchOffers,
    TokenCounts,
  ],
  exports: [CandidateViews],
})
export class CandidatesModule {}
