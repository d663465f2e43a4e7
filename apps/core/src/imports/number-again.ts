import type { Bump } from '../compatibility/finding.js';
import { CONTRACT_FIELDS } from '../contract/contract.js';
import { digestOf } from '../json/digest.js';
import { member, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { State } from '../lifecycle/state.js';
import { precedence } from '../versions/precedence.js';
import { nextNumber, nextPatch } from '../versions/step.js';
import {
  coreOf,
  isStable,
  parseVersion,
  stableVersion,
  type Version,
} from '../versions/version.js';

/** A version that the catalog holds, as far as an import has to know it. */
export interface HeldVersion {
  readonly version: Version;
  readonly state: State;
  readonly contract_digest: string;
  readonly implementation: string | undefined;
}

/** The highest first. */
export const byPrecedence = <V extends HeldVersion>(versions: readonly V[]): V[] =>
  [...versions].sort((one, other) => precedence(other.version, one.version));

/**
 * The version that holds this contract already, another build of it included: the digest of a whole
 * document changes with each of its operations, and is no news of the others. Looked for among what
 * is not released yet and down to the highest version that is.
 */
export const heldAlready = (
  manifest: JsonObject,
  versions: readonly HeldVersion[],
): HeldVersion | null => {
  for (const held of byPrecedence(versions)) {
    const isGone = held.state === 'disabled';
    if (!isGone && digestWith(manifest, held.implementation) === held.contract_digest) return held;
    if (held.state === 'enabled' || held.state === 'deprecated') return null;
  }
  return null;
};

function digestWith(manifest: JsonObject, implementation: string | undefined): string {
  const contract = withImplementation(manifest, implementation);
  return digestOf(
    objectOf(
      CONTRACT_FIELDS.flatMap((field) => {
        const value = member(contract, field);
        return value === undefined ? [] : [[field, value] as const];
      }),
    ),
  );
}

/** The same manifest of another build. */
export const withImplementation = (
  manifest: JsonObject,
  implementation: string | undefined,
): JsonObject => {
  const rest = Object.entries(manifest).filter(([field]) => field !== 'implementation');
  const build: [string, Json][] =
    implementation === undefined ? [] : [['implementation', implementation]];
  return objectOf([...rest, ...build]);
};

/** A number above all that are there, so that the check compares with what is in force now. */
export const numberAbove = (versions: readonly HeldVersion[]): string => {
  const [highest] = byPrecedence(versions);
  const major = highest?.version.major ?? 0;
  return stableVersion(major + 1, 0, 0).text;
};

/** What the catalog's check says of a changed contract. */
export interface Verdict {
  readonly baseline: string | null;
  readonly required_bump: Bump | null;
  readonly minimum_version: string | null;
}

/**
 * The number that a changed contract takes: the one that the required step leads to from what is in
 * force, in place of a draft that has it, or the next free one. Where nothing was ever in force
 * there is no step to take: a draft is replaced, and behind anything else comes the next patch.
 */
export const numberFor = (
  { baseline, required_bump, minimum_version }: Verdict,
  versions: readonly HeldVersion[],
): string => {
  const from = baseline === null ? null : parseVersion(baseline);
  if (from === null) return afterHighest(versions);
  const wanted = nextNumber(from, required_bump ?? 'major');
  const there = versions.find(({ version }) => version.identity === wanted?.identity);
  if (wanted !== null && there?.state === 'draft') return there.version.text;
  return minimum_version ?? wanted?.text ?? numberAbove(versions);
};

function afterHighest(versions: readonly HeldVersion[]): string {
  const [highest] = byPrecedence(versions);
  if (highest === undefined) return numberAbove(versions);
  if (highest.state === 'draft') return highest.version.text;
  const next = isStable(highest.version) ? nextPatch(highest.version) : coreOf(highest.version);
  return next?.text ?? numberAbove(versions);
}
