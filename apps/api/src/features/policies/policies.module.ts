import { Module } from '@nestjs/common';
import { ChangePolicy } from './change-policy.js';
import { DecideProposal } from './decide-proposal.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { ProposalsController } from './proposals.controller.js';
import { ReadPolicies } from './read-policies.js';

@Module({
  controllers: [PoliciesController, ProposalsController],
  providers: [ChangePolicy, DecideProposal, PoliciesRepository, ReadPolicies],
  exports: [ReadPolicies],
})
export class PoliciesModule {}
