import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import { isReplaceable } from '#core/lifecycle/draft.js';
import type { RegistrationOffer } from '#core/registration/facts.js';
import { findVersion, type Judge } from '#core/registration/judge.js';
import { comparedWith, type KnownVersion } from '#core/versions/known-version.js';
import { parseVersion } from '#core/versions/version.js';
import type { Worksheet } from '../../comparison/worksheet.js';
import type { Tx } from '../../database/transaction.js';
import { StoredContracts, type ContractShelf } from '../versions/stored-contracts.js';
import type { StoredVersion } from '../versions/stored-version.js';

export type JudgeOf = (toolId: string) => Judge<KnownVersion>;

type Offered = Pick<RegistrationOffer, 'tool_id' | 'version' | 'contract_digest'>;

interface StoredTools {
  readonly tools: readonly {
    readonly tool_id: string;
    readonly versions: readonly StoredVersion[];
  }[];
}

/** What one command has had worked out, and what it has read. */
export interface Desk {
  readonly sheet: Worksheet;
  readonly shelf: ContractShelf;
}

/** Makes the judges of offers, having read exactly the contracts that they will ask for. */
@Injectable()
export class Judges {
  constructor(private readonly contracts: StoredContracts) {}

  async judging(
    offers: readonly Offered[],
    { tools }: StoredTools,
    { sheet, shelf }: Desk,
    { also = [], db }: { readonly also?: readonly StoredVersion[]; readonly db?: Tx } = {},
  ): Promise<JudgeOf> {
    const versionsOf = new Map(tools.map((tool) => [tool.tool_id, tool.versions]));
    const wanted = offers.flatMap((offer) => wantedBy(offer, versionsOf.get(offer.tool_id) ?? []));
    await this.contracts.read([...wanted, ...also], shelf, db);
    return (toolId) => ({
      contractOf: ({ version }) => {
        const stored = findVersion(versionsOf.get(toolId) ?? [], version);
        if (stored === undefined) throw new Error('what is not stored is never compared with');
        return shelf.get(stored);
      },
      classify: sheet.classify,
      engine: ENGINE_VERSION,
    });
  }
}

/** None where the number is there for good with this contract, or is no number at all. */
const wantedBy = (
  { version, contract_digest }: Offered,
  versions: readonly StoredVersion[],
): readonly StoredVersion[] => {
  const number = parseVersion(version);
  if (number === null) return [];
  const same = findVersion(versions, number);
  const isSettled = same?.contract_digest === contract_digest && !isReplaceable(same);
  return isSettled ? [] : comparedWith(number, versions);
};
