import type { Classify, Offer } from '../versions/compared.js';
import type { DeclaredContract, KnownVersion } from '../versions/known-version.js';
import { sameVersion, type Version } from '../versions/version.js';
import type { RegistrationOffer } from './facts.js';

/** What judging a number needs beside the facts: the comparison, and the contracts it is made of. */
export interface Judge<K extends KnownVersion> {
  /** Reads the contract of one of `comparedWith(version, versions)`. */
  readonly contractOf: (known: K) => DeclaredContract;
  readonly classify: Classify;
  /** The version of the engine behind `classify`. */
  readonly engine: string;
}

/** The offer in the form in which `checkVersion` takes it. */
export const numberedOffer = <K extends KnownVersion>(
  offer: RegistrationOffer,
  version: Version,
  versions: readonly K[],
  judge: Judge<K>,
): Offer<K> => ({
  version,
  contract: offer.manifest.contract,
  changes: offer.manifest.changes,
  contract_digest: offer.contract_digest,
  known: versions,
  contractOf: judge.contractOf,
  classify: judge.classify,
  engine: judge.engine,
});

/** The stored version of this number, whatever its build metadata. */
export const findVersion = <K extends KnownVersion>(
  versions: readonly K[],
  wanted: Version,
): K | undefined => versions.find(({ version }) => sameVersion(version, wanted));
