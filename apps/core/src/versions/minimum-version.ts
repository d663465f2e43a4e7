import { isReplaceable } from '../lifecycle/draft.js';
import type { Comparisons, Offer } from './compared.js';
import {
  baselineOf,
  isPromise,
  nextEnabled,
  promiseAbove,
  type KnownVersion,
} from './known-version.js';
import { highest, isBelow, lowest } from './precedence.js';
import { declaredBump, fits, nextNumber, nextPatch } from './step.js';
import { repeatableNumbers } from './nothing-changed.js';
import { sameVersion, type Version } from './version.js';

/** So many promises are tried from below; then the number above all of them is taken. */
const MAX_TRIED = 16;

/**
 * The lowest number above the baseline under which the offered contract would be allowed, and that
 * is not taken. Each promise above the baseline is a baseline for the numbers behind it, so they are
 * tried from below. Null where there is no baseline and nothing in the way, or where no number would
 * do because the highest promise already has this very contract.
 */
export const minimumVersion = <K extends KnownVersion>(
  offer: Offer<K>,
  comparisons: Comparisons<K>,
): Version | null => {
  const taken = takenNumbers(offer);
  let base = baselineOf(offer.version, offer.known);
  if (base === null) {
    if (nextFits(offer.version, offer, comparisons)) return null;
    base = promiseAbove(offer.version, offer.known);
  }
  for (let tried = 0; base !== null; tried += 1) {
    const number = lowestFrom(base, offer, comparisons, taken);
    if (number !== null) return number;
    const above: K | null = promiseAbove(base.version, offer.known);
    base = above !== null && tried >= MAX_TRIED ? highest(offer.known.filter(isPromise)) : above;
  }
  return null;
};

/** Whether callers of the offer can move on from this number to the next enabled version. */
const nextFits = <K extends KnownVersion>(
  number: Version,
  offer: Offer<K>,
  comparisons: Comparisons<K>,
): boolean => {
  const next = nextEnabled(number, offer.known);
  if (next === null) return true;
  const declared = declaredBump(number, next.version);
  // A step that is good for everything needs no comparison.
  return declared === 'major' || fits(comparisons.onTo(next).bump, declared);
};

/** The lowest number that is allowed with exactly this baseline. */
const lowestFrom = <K extends KnownVersion>(
  base: K,
  offer: Offer<K>,
  comparisons: Comparisons<K>,
  taken: ReadonlySet<string>,
): Version | null => {
  const candidates =
    base.contract_digest === offer.contract_digest
      ? repeatableNumbers(offer, base.version).filter(({ identity }) => !taken.has(identity))
      : [firstFree(nextNumber(base.version, comparisons.from(base).bump), taken)];
  const allowed = candidates
    .filter((number) => number !== null)
    .filter((number) => isBelow(base.version, number))
    .filter((number) => baselineOf(number, offer.known) === base)
    .filter((number) => nextFits(number, offer, comparisons))
    .map((version) => ({ version }));
  return lowest(allowed)?.version ?? null;
};

const firstFree = (from: Version | null, taken: ReadonlySet<string>): Version | null => {
  let number = from;
  while (number !== null && taken.has(number.identity)) number = nextPatch(number);
  return number;
};

/** Every number in use; the offer's own is free to it while it is a draft or holds this contract. */
const takenNumbers = <K extends KnownVersion>(offer: Offer<K>): ReadonlySet<string> =>
  new Set(
    offer.known.filter((known) => !isOwn(known, offer)).map(({ version }) => version.identity),
  );

const isOwn = <K extends KnownVersion>(known: K, offer: Offer<K>): boolean =>
  sameVersion(known.version, offer.version) &&
  (known.contract_digest === offer.contract_digest || isReplaceable(known));
