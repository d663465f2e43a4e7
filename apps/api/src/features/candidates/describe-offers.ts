import { Injectable } from '@nestjs/common';
import type { Descriptor } from '#core/candidates/descriptor.js';
import { visibleSuccessor } from '#core/candidates/successor.js';
import type { Grant } from '#core/policy/grant.js';
import { CandidatesRepository } from './candidates.repository.js';
import type { Catalog, StoredOffer } from './catalog.js';
import { deprecationOf } from './deprecation-of.js';

/** Reads what is told of some offers, and leaves out what their caller may not know. */
@Injectable()
export class DescribeOffers {
  constructor(private readonly repository: CandidatesRepository) {}

  async execute(
    offers: readonly StoredOffer[],
    { named }: Catalog,
    grant: Grant,
  ): Promise<Descriptor[]> {
    const contents = await this.repository.contents(offers);
    return contents.flatMap(({ contract, note }, index) => {
      const offer = offers[index];
      if (offer === undefined) return [];
      const { tool, version } = offer;
      return [
        {
          tool_id: tool.tool_id,
          version: version.version.text,
          contract,
          contract_digest: version.contract_digest,
          risk_level: tool.policy.risk_level,
          requires_approval: tool.policy.requires_approval,
          note,
          deprecation: deprecationOf(version, visibleSuccessor(version.successor, named, grant)),
        },
      ];
    });
  }
}
