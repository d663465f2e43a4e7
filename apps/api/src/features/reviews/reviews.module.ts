import { Module } from '@nestjs/common';
import { PoliciesModule } from '../policies/policies.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { ReadReview } from './read-review.js';
import { ReviewsController } from './reviews.controller.js';

@Module({
  imports: [PoliciesModule, VersionsModule],
  controllers: [ReviewsController],
  providers: [ReadReview],
})
export class ReviewsModule {}
