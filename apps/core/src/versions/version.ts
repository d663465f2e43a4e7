import type { Refusal } from '../problems/refusal.js';

/** A semantic version (semver.org, 2.0.0). Build metadata is kept but makes no other version. */
export interface Version {
  /** As it was sent, build metadata included. */
  readonly text: string;
  /** Without build metadata: two versions are the same where this is the same. */
  readonly identity: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The dot-separated identifiers behind `-`; empty for a stable version. */
  readonly prerelease: readonly string[];
}

const MAX_VERSION_LENGTH = 255;

const CORE = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const PRERELEASE_IDENTIFIER = /^(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)$/;
const BUILD_IDENTIFIER = /^[0-9a-zA-Z-]+$/;
const DIGITS = /^\d+$/;

/**
 * Reads a version strictly: no `v`, no range, no `latest`, no leading zeros, at most 255 characters
 * and each number at most 2^53 − 1. The usual library is more lenient (`v1.2.3`, white space) and
 * elsewhere stricter than the standard (long identifiers), so the grammar is read here.
 */
export const parseVersion = (text: string): Version | null => {
  if (text.length > MAX_VERSION_LENGTH) return null;
  const [identity, build] = cut(text, '+');
  const [core, suffix] = cut(identity, '-');
  const [, ...numbers] = (CORE.exec(core) ?? []).map(Number);
  const [major, minor, patch] = numbers;
  if (major === undefined || minor === undefined || patch === undefined) return null;
  const prerelease = identifiersOf(suffix);
  const wellFormed =
    numbers.every(Number.isSafeInteger) &&
    prerelease.every(isPrereleaseIdentifier) &&
    identifiersOf(build).every((identifier) => BUILD_IDENTIFIER.test(identifier));
  return wellFormed ? { text, identity, major, minor, patch, prerelease } : null;
};

/** The same with the refusal that a client is given. */
export const readVersion = (
  text: string,
): { ok: true; version: Version } | { ok: false; refusal: Refusal } => {
  const version = parseVersion(text);
  if (version !== null) return { ok: true, version };
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return {
    ok: false,
    refusal: {
      code: 'version-not-semver',
      message: `${JSON.stringify(shown)} is not a version such as 1.4.2 or 2.0.0-rc.1`,
      errors: [],
    },
  };
};

export const isStable = (version: Version): boolean => version.prerelease.length === 0;

/** `1.4.0-rc.1` → `1.4.0`. */
export const coreOf = ({ major, minor, patch }: Version): Version =>
  stableVersion(major, minor, patch);

export const stableVersion = (major: number, minor: number, patch: number): Version => {
  const identity = `${major}.${minor}.${patch}`;
  return { text: identity, identity, major, minor, patch, prerelease: [] };
};

export const sameVersion = (one: Version, other: Version): boolean =>
  one.identity === other.identity;

/** Splits at the first mark; without one there is no second part. */
const cut = (text: string, mark: string): [string, string | undefined] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};

const identifiersOf = (part: string | undefined): readonly string[] =>
  part === undefined ? [] : part.split('.');

const isPrereleaseIdentifier = (identifier: string): boolean =>
  PRERELEASE_IDENTIFIER.test(identifier) &&
  (!DIGITS.test(identifier) || Number.isSafeInteger(Number(identifier)));
