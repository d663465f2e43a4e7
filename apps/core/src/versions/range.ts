import { Range } from 'semver';
import type { Version } from './version.js';

export type { Range };

export const MAX_RANGE_LENGTH = 256;

/** A range as npm reads it: `^1`, `1.x || >=2.1.0`, `2.0.0-rc.1`; null where it is none. */
export const parseRange = (text: string): Range | null => {
  if (text.length > MAX_RANGE_LENGTH) return null;
  try {
    return new Range(text);
  } catch {
    return null;
  }
};

/** Whether the range holds the version; a prerelease only where the range names one of its core. */
export const inRange = (range: Range, version: Version): boolean => range.test(version.identity);
