import { Injectable } from '@nestjs/common';
import type { Classification } from '#core/compatibility/finding.js';
import type { Contract } from '#core/contract/contract.js';
import type { Classify } from '#core/versions/compared.js';
import type { DeclaredContract } from '#core/versions/known-version.js';
import type { Tx } from '../../database/transaction.js';
import type { StoredVersion } from './stored-version.js';
import { VersionsRepository } from './versions.repository.js';

/**
 * What one command has read and compared. Contracts are kept by id and digest, under which nothing
 * ever changes; comparisons by the two contracts, so that what was compared ahead of a transaction
 * is never compared again inside it, however many comparisons the command is made of.
 */
export class ContractShelf {
  private readonly contracts = new Map<string, DeclaredContract>();
  private readonly comparisons = new Map<Contract, Map<Contract, Classification>>();

  /** The same comparison, made once for each pair; in one command the pair settles the changes. */
  once(classify: Classify): Classify {
    return (before, after, changes) => {
      const made = this.comparisons.get(before) ?? new Map<Contract, Classification>();
      this.comparisons.set(before, made);
      const result = made.get(after) ?? classify(before, after, changes);
      made.set(after, result);
      return result;
    };
  }

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
  constructor(private readonly versions: VersionsRepository) {}

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
      if (contract !== undefined) shelf.put(version, contract);
    }
  }
}
