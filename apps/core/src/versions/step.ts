import { BUMPS, type Bump } from '../compatibility/finding.js';
import { sameCore } from './precedence.js';
import { stableVersion, type Version } from './version.js';

/**
 * Versions in one breaking slot promise each other compatibility: the major, or the minor under 0.
 * Within 0.0 nothing is promised, which `declaredBump` says and not this.
 */
export const breakingSlot = ({ major, minor }: Version): string =>
  major > 0 ? String(major) : `0.${minor}`;

/**
 * What the step between two numbers is good for, as a size: 0.1.0 → 0.1.1 is minor, 0.1.0 → 0.2.0
 * major, and so is any step in 0.0.z and any between two versions of one core (1.0.0-rc.1 → 1.0.0),
 * where nothing was promised. A prerelease is judged by its core. Expects `from` below `to`.
 */
export const declaredBump = (from: Version, to: Version): Bump => {
  if (from.major !== to.major || sameCore(from, to)) return 'major';
  if (from.major > 0) return from.minor === to.minor ? 'patch' : 'minor';
  return from.minor === to.minor && from.minor > 0 ? 'minor' : 'major';
};

/** Whether a step that is good for `declared` carries a change that demands `required`. */
export const fits = (required: Bump, declared: Bump): boolean =>
  BUMPS.indexOf(required) <= BUMPS.indexOf(declared);

/** The first number after `from` whose step carries `bump`; null where numbers would run out. */
export const nextNumber = (from: Version, bump: Bump): Version | null =>
  safe(from.major === 0 ? nextUnderZero(from, bump) : nextStable(from, bump));

/** The number right after a stable one. */
export const nextPatch = ({ major, minor, patch }: Version): Version | null =>
  safe(stableVersion(major, minor, patch + 1));

const nextStable = ({ major, minor, patch }: Version, bump: Bump): Version => {
  if (bump === 'major') return stableVersion(major + 1, 0, 0);
  if (bump === 'minor') return stableVersion(major, minor + 1, 0);
  return stableVersion(major, minor, patch + 1);
};

const nextUnderZero = ({ minor, patch }: Version, bump: Bump): Version =>
  bump === 'major' && minor > 0
    ? stableVersion(0, minor + 1, 0)
    : stableVersion(0, minor, patch + 1);

const safe = (version: Version): Version | null =>
  [version.major, version.minor, version.patch].every((part) => Number.isSafeInteger(part))
    ? version
    : null;
