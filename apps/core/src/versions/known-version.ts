import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { State } from '../lifecycle/state.js';
import { highest, isBelow, lowest } from './precedence.js';
import { breakingSlot } from './step.js';
import { isStable, type Version } from './version.js';

/** What the check of a new version has to know of each version that a tool has. */
export interface KnownVersion {
  readonly version: Version;
  readonly state: State;
  readonly ever_enabled: boolean;
  readonly retracted: boolean;
  readonly contract_digest: string;
}

/** A contract together with what its publisher said of the changes in it. */
export interface DeclaredContract {
  readonly contract: Contract;
  readonly changes: readonly DeclaredChange[];
}

/** Only these were ever promised to anybody: stable, once enabled, and not retracted. */
export const isPromise = (known: KnownVersion): boolean =>
  isStable(known.version) && known.ever_enabled && !known.retracted;

/** The highest promise below a version: what it is measured against. */
export const baselineOf = <K extends KnownVersion>(
  version: Version,
  known: Iterable<K>,
): K | null =>
  highest([...known].filter((other) => isPromise(other) && isBelow(other.version, version)));

/** The lowest promise above a version. */
export const promiseAbove = <K extends KnownVersion>(
  version: Version,
  known: Iterable<K>,
): K | null =>
  lowest([...known].filter((other) => isPromise(other) && isBelow(version, other.version)));

/**
 * The enabled version that callers of a new one would move on to: the lowest stable one above it in
 * its breaking slot. A prerelease is nothing that anybody is moved on to.
 */
export const nextEnabled = <K extends KnownVersion>(
  version: Version,
  known: Iterable<K>,
): K | null =>
  lowest(
    [...known].filter(
      (other) =>
        other.state === 'enabled' &&
        isStable(other.version) &&
        isBelow(version, other.version) &&
        breakingSlot(other.version) === breakingSlot(version),
    ),
  );

/** The versions whose contracts the check of this one may ask for. */
export const comparedWith = <K extends KnownVersion>(
  version: Version,
  known: readonly K[],
): K[] => {
  const baseline = baselineOf(version, known);
  const next = nextEnabled(version, known);
  return known.filter(
    (other) =>
      other === baseline ||
      other === next ||
      (isPromise(other) && !isBelow(other.version, version)),
  );
};

/** `latest`: the highest stable version that is enabled or deprecated now. */
export const latestOf = <K extends Pick<KnownVersion, 'version' | 'state'>>(
  known: Iterable<K>,
): K | null =>
  highest(
    [...known].filter(
      ({ version, state }) => isStable(version) && (state === 'enabled' || state === 'deprecated'),
    ),
  );
