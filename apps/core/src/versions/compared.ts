import type { Classification } from '../compatibility/finding.js';
import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { DeclaredContract, KnownVersion } from './known-version.js';
import type { Version } from './version.js';

/** `compatibility/classify.ts` with the deployment's options bound. */
export type Classify = (
  before: Contract,
  after: Contract,
  changes: readonly DeclaredChange[],
) => Classification;

/** A contract that is offered under a number, among the versions that its tool has. */
export interface Offer<K extends KnownVersion> extends DeclaredContract {
  readonly version: Version;
  readonly contract_digest: string;
  readonly known: readonly K[];
  /** Reads a stored contract; asked for `comparedWith(version, known)` and `against` at most. */
  readonly contractOf: (known: K) => DeclaredContract;
  readonly classify: Classify;
  /** The engine's version, for answers that needed no comparison. */
  readonly engine: string;
}

/** The comparisons of one offer with its neighbours, each made at most once. */
export interface Comparisons<K> {
  /** From a stored version to the offer. */
  readonly from: (known: K) => Classification;
  /** From the offer on to a stored version. */
  readonly onTo: (known: K) => Classification;
}

export const comparisonsOf = <K extends KnownVersion>(offer: Offer<K>): Comparisons<K> => {
  const unchanged: Classification = { bump: 'none', findings: [], engine: offer.engine };
  const made = new Map<string, Classification>();
  const once = (key: string, known: K, compare: () => Classification) => {
    if (known.contract_digest === offer.contract_digest) return unchanged;
    const result = made.get(key) ?? compare();
    made.set(key, result);
    return result;
  };
  return {
    from: (known) =>
      once(`from ${known.version.identity}`, known, () =>
        offer.classify(offer.contractOf(known).contract, offer.contract, offer.changes),
      ),
    onTo: (known) =>
      once(`on to ${known.version.identity}`, known, () => {
        const next = offer.contractOf(known);
        return offer.classify(
          offer.contract,
          next.contract,
          mergeDeclarations(offer.changes, next.changes),
        );
      }),
  };
};

/**
 * What is known of the wordings between an offer and the version above it: each publisher spoke of
 * their own step from below, and a wording that keeps its meaning keeps it in both directions. Where
 * they disagree on a place, its meaning did change.
 */
const mergeDeclarations = (
  one: readonly DeclaredChange[],
  other: readonly DeclaredChange[],
): readonly DeclaredChange[] => {
  const merged = new Map<string, DeclaredChange>();
  for (const change of [...one, ...other]) {
    if (merged.get(change.path)?.meaning !== 'changed') merged.set(change.path, change);
  }
  return [...merged.values()];
};
