import { isReplaceable } from '../lifecycle/draft.js';
import type { Refusal } from '../problems/refusal.js';
import { checkVersion } from '../versions/check-version.js';
import type { Offer } from '../versions/compared.js';
import { readVersion, type Version } from '../versions/version.js';
import { checkResult, type CheckResult } from './check-result.js';
import { redeclares } from './declared-changes.js';
import type {
  RegisteredTool,
  RegisteredVersion,
  RegistrationFacts,
  RegistrationOffer,
} from './facts.js';
import { findVersion, numberedOffer, type Judge } from './judge.js';
import {
  refuseBuild,
  refuseDrift,
  refuseFrozen,
  refuseManifest,
  refuseSpelling,
} from './refuse-offer.js';
import { differenceOf, type ToolDifference } from './tool-difference.js';

export interface RegistrationOptions {
  /** Refuse instead of reporting that policy or presentation differ from what is stored. */
  readonly refuseDrift?: boolean;
  /** A new number for the contract of its baseline is `unchanged`: what a bulk wants. */
  readonly takeRepeats?: boolean;
}

/** What becomes of policy and presentation, whatever becomes of the version. */
interface ToolOutcome {
  /** What is written to the tool; null where the tool stays as it is. */
  readonly tool: RegisteredTool | null;
  readonly policyChanges: boolean;
  readonly presentationChanges: boolean;
  /** JSON Pointers into the manifest: what was taken, and what only differs. */
  readonly updated: readonly string[];
  readonly drift: readonly string[];
}

type VersionOutcome =
  | {
      readonly outcome: 'created' | 'replaced';
      readonly version: Version;
      /** The digest of the draft's former contract. */
      readonly replaces: string | null;
      readonly check: CheckResult;
    }
  | {
      readonly outcome: 'unchanged';
      readonly existing: string;
      /** Where the draft's contract stays and what is declared of it does not: its new verdict. */
      readonly redeclared: { readonly version: Version; readonly check: CheckResult } | null;
    };

export type Registration = ToolOutcome & VersionOutcome;

export interface RefusedRegistration {
  readonly outcome: 'refused';
  readonly refusal: Refusal;
  /** The verdict, where the refusal is over the number. */
  readonly check: CheckResult | null;
}

/**
 * What becomes of one registration. Where several refusals apply, the first in the order of the
 * interface answers: spelling, build metadata, manifest, drift, *then* unchanged (so that repeating
 * a registration stays quiet whatever became of the version), frozen, and last the number. A draft
 * that comes again with other `changes` is judged again, since its verdict rests on them.
 */
export const decideRegistration = <K extends RegisteredVersion>(
  offer: RegistrationOffer,
  facts: RegistrationFacts<K>,
  judge: Judge<K>,
  options: RegistrationOptions = {},
): Registration | RefusedRegistration => {
  const reading = readVersion(offer.version);
  const stored = reading.ok ? findVersion(facts.versions, reading.version) : undefined;
  const tool = withChangesOf(offer, stored, decideTool(offer, facts.tool));
  const refusal =
    refuseSpelling(offer, facts) ??
    refuseBuild(offer.version, stored) ??
    refuseManifest(offer, facts) ??
    (options.refuseDrift === true ? refuseDrift(tool.drift) : null);
  if (refusal !== null) return refused(refusal);
  const version = decideVersion(offer, reading, stored, facts.versions, { judge, options });
  return version.outcome === 'refused' ? version : whole(tool, version);
};

const whole = (tool: ToolOutcome, version: VersionOutcome): Registration => {
  const takesChanges = version.outcome === 'unchanged' && version.redeclared !== null;
  const updated = takesChanges ? [...tool.updated, '/changes'] : tool.updated;
  return { ...tool, ...version, updated };
};

/** Of a version out of draft, other `changes` can only be reported. */
const withChangesOf = (
  offer: RegistrationOffer,
  stored: RegisteredVersion | undefined,
  tool: ToolOutcome,
): ToolOutcome =>
  stored !== undefined && redeclares(offer, stored) && !isReplaceable(stored)
    ? { ...tool, drift: [...tool.drift, '/changes'] }
    : tool;

const decideVersion = <K extends RegisteredVersion>(
  offer: RegistrationOffer,
  reading: ReturnType<typeof readVersion>,
  stored: K | undefined,
  versions: readonly K[],
  { judge, options }: { judge: Judge<K>; options: RegistrationOptions },
): RefusedRegistration | VersionOutcome => {
  if (stored !== undefined && staysAsItIs(offer, stored)) {
    return { outcome: 'unchanged', existing: stored.version.text, redeclared: null };
  }
  const frozen = stored === undefined ? null : refuseFrozen(stored);
  if (frozen !== null) return refused(frozen);
  if (!reading.ok) return refused(reading.refusal);
  const number = numberedOffer(offer, reading.version, versions, judge);
  const replaces = stored?.contract_digest ?? null;
  const decided = decideNumber(number, replaces, { offer, options });
  return replaces === offer.contract_digest ? redeclared(decided) : decided;
};

const staysAsItIs = (offer: RegistrationOffer, stored: RegisteredVersion): boolean =>
  stored.contract_digest === offer.contract_digest &&
  !(redeclares(offer, stored) && isReplaceable(stored));

/** Nobody needs to be told that a contract was replaced by itself. */
const redeclared = (
  decided: RefusedRegistration | VersionOutcome,
): RefusedRegistration | VersionOutcome =>
  decided.outcome === 'created' || decided.outcome === 'replaced'
    ? { outcome: 'unchanged', existing: decided.version.text, redeclared: decided }
    : decided;

const decideNumber = <K extends RegisteredVersion>(
  numbered: Offer<K>,
  replaces: string | null,
  { offer, options }: { offer: RegistrationOffer; options: RegistrationOptions },
): RefusedRegistration | VersionOutcome => {
  const verdict = checkVersion(numbered);
  const check = checkResult(offer.tool_id, verdict, {
    lint: offer.lint(offer.tool_id),
    refusals: [],
  });
  const [over] = verdict.refusals;
  if (over === undefined) {
    const outcome = replaces === null ? 'created' : 'replaced';
    return { outcome, version: numbered.version, replaces, check };
  }
  const repeats = over.code === 'nothing-changed' && options.takeRepeats === true;
  return repeats && check.baseline !== null
    ? { outcome: 'unchanged', existing: check.baseline, redeclared: null }
    : refused(over, check);
};

const refused = (refusal: Refusal, check: CheckResult | null = null): RefusedRegistration => ({
  outcome: 'refused',
  refusal,
  check,
});

/** Taken as long as no version ever left draft, and at the first registration; then compared. */
const decideTool = (offer: RegistrationOffer, stored: RegisteredTool | null): ToolOutcome => {
  const first = stored === null ? firstTool(offer) : null;
  if (first !== null) {
    return { tool: first, policyChanges: true, presentationChanges: true, updated: [], drift: [] };
  }
  const difference = stored === null ? null : differenceOf(stored, offer.manifest);
  if (stored === null || difference === null || difference.paths.length === 0) return UNTOUCHED;
  if (stored.ever_left_draft) return { ...UNTOUCHED, drift: difference.paths };
  return {
    tool: merged(difference),
    policyChanges: difference.policyDiffers,
    presentationChanges: difference.presentationDiffers,
    updated: difference.paths,
    drift: [],
  };
};

const UNTOUCHED: ToolOutcome = {
  tool: null,
  policyChanges: false,
  presentationChanges: false,
  updated: [],
  drift: [],
};

/** Null where the manifest leaves out what a first registration states, which was refused before. */
const firstTool = ({ manifest }: RegistrationOffer): RegisteredTool | null => {
  const { policy, owner, example_queries = [], aliases = [] } = manifest;
  if (policy === undefined || owner === undefined) return null;
  return merged(differenceOf({ policy, owner, example_queries, aliases }, manifest));
};

const merged = ({ policy, presentation }: ToolDifference): RegisteredTool => ({
  policy,
  ...presentation,
  ever_left_draft: false,
});
