import type { ServableVersion } from '#core/versions/served.js';
import type { StoredVersion } from '../catalog.js';
import type { PlacedTexts } from './text-slabs.js';

/** What is looked at of a version in every request, or told with its contract. */
export type VersionFacts = ServableVersion & Omit<StoredVersion, 'contract_digest'>;

/**
 * A version in force with its contract, as the text that is stored. Texts are the most of a catalog
 * and seldom read, so they are kept as bytes that the garbage collector need not move.
 */
export class LoadedVersion implements StoredVersion {
  readonly id: bigint;
  readonly version: StoredVersion['version'];
  readonly state: StoredVersion['state'];
  readonly rollout: StoredVersion['rollout'];
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
  private readonly slab: Buffer;
  private readonly start: number;
  private readonly middle: number;
  private readonly next: number;
  private readonly end: number;

  constructor(facts: VersionFacts, { slab, start, middle, next, end }: PlacedTexts) {
    this.id = facts.id;
    this.version = facts.version;
    this.state = facts.state;
    this.rollout = facts.rollout;
    this.deprecation_reason = facts.deprecation_reason;
    this.sunset_at = facts.sunset_at;
    this.successor = facts.successor;
    this.slab = slab;
    this.start = start;
    this.middle = middle;
    this.next = next;
    this.end = end;
  }

  get contract_digest(): string {
    return this.slab.toString('utf8', this.start, this.middle);
  }

  get contract(): string {
    return this.slab.toString('utf8', this.next, this.end);
  }
}
