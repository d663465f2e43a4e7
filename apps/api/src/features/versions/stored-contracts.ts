import { Injectable } from '@nestjs/common';
import type { DeclaredContract } from '#core/versions/known-version.js';
import { Comparer } from '../../comparison/comparer.js';
import type { Tx } from '../../database/transaction.js';
import type { StoredVersion } from './stored-version.js';
import { VersionsRepository } from './versions.repository.js';

/** The contracts that one command has read, by id and digest, under which nothing ever changes. */
export class ContractShelf {
  private readonly contracts = new Map<string, DeclaredContract>();

  has(version: StoredVersion): boolean {
    return this.contracts.has(keyOf(version));
  }

  put(version: StoredVersion, contract: DeclaredContract): void {
    this.contracts.set(keyOf(version), contract);
  }

  get(version: StoredVersion): DeclaredContract {
    const contract = this.contracts.get(keyOf(version));
    if (contract === undefined) throw new Error('a comparison asked for a contract out of turn');
    return contract;
  }
}

const keyOf = ({ id, contract_digest }: StoredVersion): string => `${id} ${contract_digest}`;

/** Reads the contracts that a comparison will ask for, and no others: they are large. */
@Injectable()
export class StoredContracts {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly comparer: Comparer,
  ) {}

  /** Every version of a tool, without the contracts. */
  versionsOf(toolId: string, db?: Tx): Promise<StoredVersion[]> {
    return this.versions.versionsOf(toolId, db);
  }

  /** Puts the wanted contracts on the shelf, as far as they are not there yet. */
  async read(wanted: readonly StoredVersion[], shelf: ContractShelf, db?: Tx): Promise<void> {
    const missing = wanted.filter((version) => !shelf.has(version));
    const contracts = await this.versions.contracts(
      missing.map(({ id }) => id),
      db,
    );
    for (const version of missing) {
      const contract = contracts.get(version.id);
      if (contract === undefined) continue;
      this.comparer.know(contract.contract, version.contract_digest);
      shelf.put(version, contract);
    }
  }
}
