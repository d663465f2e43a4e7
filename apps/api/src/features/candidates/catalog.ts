import type { CatalogTool, Offer } from '#core/candidates/offer.js';
import type { ServableVersion } from '#core/versions/served.js';

/** A version in force, without its contract: that never changes, and is read when it is shown. */
export interface StoredVersion extends ServableVersion {
  readonly id: bigint;
  readonly contract_digest: string;
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
}

export type StoredTool = CatalogTool<StoredVersion>;

export type StoredOffer = Offer<StoredVersion>;

/** Tools as they were at one moment, by tool_id. */
export interface Catalog {
  readonly tools: readonly StoredTool[];
  /** The same and those that a deprecated version of them names as its successor. */
  readonly named: ReadonlyMap<string, StoredTool>;
}
