import type { Offer } from './compared.js';
import type { KnownVersion } from './known-version.js';
import { sameCore } from './precedence.js';
import { coreOf, isStable, sameVersion, stableVersion, type Version } from './version.js';

const FIRST_STABLE = stableVersion(1, 0, 0);

/**
 * The numbers that may repeat the contract of their baseline: 1.0.0 after 0.y, which is a promise in
 * itself, and the stable version of a prerelease that had this contract.
 */
export const repeatableNumbers = <K extends KnownVersion>(
  offer: Pick<Offer<K>, 'known' | 'contract_digest'>,
  baseline: Version,
): Version[] => [
  ...(baseline.major === 0 ? [FIRST_STABLE] : []),
  ...offer.known
    .filter(
      ({ version, contract_digest }) =>
        !isStable(version) && contract_digest === offer.contract_digest,
    )
    .map(({ version }) => coreOf(version)),
];

/** Whether a number offers nothing but the contract that its baseline already has. */
export const changesNothing = <K extends KnownVersion>(
  offer: Pick<Offer<K>, 'version' | 'known' | 'contract_digest'>,
  baseline: K,
): boolean =>
  baseline.contract_digest === offer.contract_digest &&
  !repeatableNumbers(offer, baseline.version).some((number) =>
    isStable(offer.version)
      ? sameVersion(number, offer.version)
      : sameVersion(number, FIRST_STABLE) && sameCore(number, offer.version),
  );
