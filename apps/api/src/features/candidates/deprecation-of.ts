import type { Deprecation } from '#core/candidates/descriptor.js';
import type { StoredVersion } from './catalog.js';

/** What is told of a deprecated version; `successor` as far as the caller may know it. */
export const deprecationOf = (
  version: StoredVersion,
  successor: string | null,
): Deprecation | null =>
  version.state === 'deprecated'
    ? {
        reason: version.deprecation_reason ?? '',
        sunset_at: version.sunset_at?.toISOString() ?? null,
        successor,
      }
    : null;
