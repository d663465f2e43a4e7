import type { ServableVersion } from '#core/versions/served.js';
import type { StoredVersion } from '../catalog.js';
import type { PlacedTexts } from './text-slabs.js';

/** What is looked at of a version in every request, or told with its contract. */
export type VersionFacts = ServableVersion & Omit<StoredVersion, 'contract_digest' | 'id'>;

/**
 * A version in force with its contract, as the text that is stored. Texts are the most of a catalog
 * and seldom read, so they are kept as bytes that the garbage collector need not move; its facts are
 * those of many others.
 */
export class LoadedVersion implements StoredVersion {
  private readonly slab: Buffer;
  private readonly start: number;
  private readonly middle: number;
  private readonly next: number;
  private readonly end: number;

  constructor(
    /** Its id; identity columns count far less than numbers do. */
    private readonly number: number,
    private readonly facts: VersionFacts,
    { slab, start, middle, next, end }: PlacedTexts,
  ) {
    this.slab = slab;
    this.start = start;
    this.middle = middle;
    this.next = next;
    this.end = end;
  }

  get id(): bigint {
    return BigInt(this.number);
  }

  get version(): VersionFacts['version'] {
    return this.facts.version;
  }

  get state(): VersionFacts['state'] {
    return this.facts.state;
  }

  get rollout(): VersionFacts['rollout'] {
    return this.facts.rollout;
  }

  get deprecation_reason(): string | null {
    return this.facts.deprecation_reason;
  }

  get sunset_at(): Date | null {
    return this.facts.sunset_at;
  }

  get successor(): string | null {
    return this.facts.successor;
  }

  get contract_digest(): string {
    return this.slab.toString('utf8', this.start, this.middle);
  }

  get contract(): string {
    return this.slab.toString('utf8', this.next, this.end);
  }

  get contractBytes(): number {
    return this.end - this.next;
  }

  /** Writes the contract into bytes that have room for it. */
  copyContract(into: Uint8Array, at: number): void {
    this.slab.copy(into, at, this.next, this.end);
  }
}
