import type { Bump } from '../compatibility/finding.js';
import type { Refusal } from '../problems/refusal.js';
import { comparisonsOf, type Comparisons, type Offer } from './compared.js';
import { baselineOf, nextEnabled, type KnownVersion } from './known-version.js';
import { minimumVersion } from './minimum-version.js';
import { nameFindings, type NamedFinding } from './named-finding.js';
import { changesNothing } from './nothing-changed.js';
import { isBelow } from './precedence.js';
import { declaredBump, fits } from './step.js';
import type { Version } from './version.js';

/** The step on to the enabled version above, where there is one and it promises something. */
export interface NextStep {
  readonly version: string;
  readonly declared_bump: Bump;
  readonly required_bump: Bump;
  readonly changes: readonly NamedFinding[];
}

/** The result as it is answered and stored, but for the lint and the refusals of the manifest. */
export interface VersionCheck {
  readonly baseline: string | null;
  readonly version: string;
  /** What `changes` compares with, where that is not the baseline. */
  readonly against: string | null;
  readonly allowed: boolean;
  readonly declared_bump: Bump | null;
  readonly required_bump: Bump | null;
  readonly minimum_version: string | null;
  readonly engine: string;
  readonly changes: readonly NamedFinding[];
  readonly next: NextStep | null;
  readonly notes: readonly string[];
  readonly refusals: readonly Refusal[];
}

/**
 * Whether a number is large enough for what changed, measured against the highest stable promise
 * below it *and* towards the next enabled version of its breaking slot. With `against` the findings
 * and bumps speak of that version, while `allowed`, `minimum_version` and the refusals keep speaking
 * of the true baseline.
 */
export const checkVersion = <K extends KnownVersion>(
  offer: Offer<K>,
  options: { readonly against?: K } = {},
): VersionCheck => {
  const comparisons = comparisonsOf(offer);
  const baseline = baselineOf(offer.version, offer.known);
  const next = nextStep(offer, comparisons);
  const minimum = textOf(minimumVersion(offer, comparisons));
  const refusals = [
    ...refuseStep(offer, baseline, comparisons, minimum),
    ...refuseNext(offer.version, next, minimum),
  ];
  const against = options.against ?? null;
  return {
    baseline: textOf(baseline?.version),
    version: offer.version.text,
    against: textOf(against?.version),
    allowed: refusals.length === 0,
    ...stepFrom(against ?? baseline, offer, comparisons),
    minimum_version: minimum,
    next,
    notes: noteStep(offer, baseline, comparisons),
    refusals,
  };
};

const textOf = (version: Version | null | undefined): string | null => version?.text ?? null;

const stepFrom = <K extends KnownVersion>(
  from: K | null,
  offer: Offer<K>,
  comparisons: Comparisons<K>,
): Pick<VersionCheck, 'declared_bump' | 'required_bump' | 'engine' | 'changes'> => {
  if (from === null) {
    return { declared_bump: null, required_bump: null, engine: offer.engine, changes: [] };
  }
  const { bump, findings, engine } = comparisons.from(from);
  return {
    // Only `against` can name a version that is not below: then the numbers declare no step.
    declared_bump: isBelow(from.version, offer.version)
      ? declaredBump(from.version, offer.version)
      : null,
    required_bump: bump,
    engine,
    changes: nameFindings(findings, { before: from.version.text, after: offer.version.text }),
  };
};

const nextStep = <K extends KnownVersion>(
  offer: Offer<K>,
  comparisons: Comparisons<K>,
): NextStep | null => {
  const next = nextEnabled(offer.version, offer.known);
  if (next === null) return null;
  const declared = declaredBump(offer.version, next.version);
  if (declared === 'major') return null;
  const { bump, findings } = comparisons.onTo(next);
  return {
    version: next.version.text,
    declared_bump: declared,
    required_bump: bump,
    changes: nameFindings(findings, { before: offer.version.text, after: next.version.text }),
  };
};

const refuseStep = <K extends KnownVersion>(
  offer: Offer<K>,
  baseline: K | null,
  comparisons: Comparisons<K>,
  minimum: string | null,
): Refusal[] => {
  if (baseline === null) return [];
  const from = baseline.version.text;
  const to = offer.version.text;
  if (changesNothing(offer, baseline)) {
    return [{ code: 'nothing-changed', message: `${to} has the contract of ${from}`, errors: [] }];
  }
  const declared = declaredBump(baseline.version, offer.version);
  const required = comparisons.from(baseline).bump;
  if (fits(required, declared)) return [];
  const message = `the step from ${from} to ${to} is good for ${declared} changes, and this one is ${required}`;
  return [{ code: 'bump-too-small', message: message + advise(minimum), errors: [] }];
};

const refuseNext = (version: Version, next: NextStep | null, minimum: string | null): Refusal[] => {
  if (next === null || fits(next.required_bump, next.declared_bump)) return [];
  const message = `callers of ${version.text} would move on to the enabled ${next.version}: a step that is good for ${next.declared_bump} changes, and this one is ${next.required_bump}`;
  return [{ code: 'bump-too-small', message: message + advise(minimum), errors: [] }];
};

const advise = (minimum: string | null): string =>
  minimum === null ? '' : `; ${minimum} would be allowed`;

const noteStep = <K extends KnownVersion>(
  offer: Offer<K>,
  baseline: K | null,
  comparisons: Comparisons<K>,
): string[] => {
  if (baseline === null) return [];
  const declared = declaredBump(baseline.version, offer.version);
  const required = comparisons.from(baseline).bump;
  if (fits(declared, required)) return [];
  const step = `${baseline.version.text} to ${offer.version.text}`;
  return [`the step from ${step} is good for ${declared} changes, and this one is ${required}`];
};
