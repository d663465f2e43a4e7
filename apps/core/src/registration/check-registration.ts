import type { Refusal } from '../problems/refusal.js';
import { checkVersion, type VersionCheck } from '../versions/check-version.js';
import { baselineOf, type KnownVersion } from '../versions/known-version.js';
import type { Version } from '../versions/version.js';
import { checkResult, type CheckResult } from './check-result.js';
import type { RegisteredVersion, RegistrationFacts, RegistrationOffer } from './facts.js';
import { findVersion, numberedOffer, type Judge } from './judge.js';
import { canBeCompared } from './prepared-manifest.js';
import { refusalsOfManifest, refuseBuild, refuseFrozen, refuseSpelling } from './refuse-offer.js';

/**
 * What a registration would be told, as a report instead of a refusal: everything that stands in
 * the way at once, and the verdict over the number beside it. Where the schemas cannot be used,
 * nothing is compared and the sizes are null.
 */
export const checkRegistration = <K extends RegisteredVersion>(
  offer: RegistrationOffer,
  version: Version,
  facts: RegistrationFacts<K>,
  judge: Judge<K>,
  options: { readonly against?: K } = {},
): CheckResult => {
  const refusals = refusalsOf(offer, version, facts);
  const report = { lint: offer.lint(offer.tool_id), refusals };
  if (!canBeCompared(offer)) {
    const check = uncompared(version, facts.versions, judge.engine);
    return { ...checkResult(offer.tool_id, check, report), required_bump: null };
  }
  const numbered = numberedOffer(offer, version, facts.versions, judge);
  return checkResult(offer.tool_id, checkVersion(numbered, options), report);
};

const refusalsOf = <K extends RegisteredVersion>(
  offer: RegistrationOffer,
  version: Version,
  facts: RegistrationFacts<K>,
): readonly Refusal[] => {
  const stored = findVersion(facts.versions, version);
  const another = stored !== undefined && stored.contract_digest !== offer.contract_digest;
  return [
    refuseSpelling(offer, facts),
    refuseBuild(offer.version, stored),
    ...refusalsOfManifest(offer, facts),
    another ? refuseFrozen(stored) : null,
  ].filter((refusal) => refusal !== null);
};

const uncompared = <K extends KnownVersion>(
  version: Version,
  versions: readonly K[],
  engine: string,
): VersionCheck => ({
  baseline: baselineOf(version, versions)?.version.text ?? null,
  version: version.text,
  against: null,
  allowed: false,
  declared_bump: null,
  required_bump: null,
  minimum_version: null,
  engine,
  changes: [],
  next: null,
  notes: [],
  refusals: [],
});
