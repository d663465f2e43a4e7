import type { ServableVersion } from '#core/versions/served.js';
import type { StoredVersion } from '../catalog.js';

/** What is looked at of a version in every request, or told with its contract. */
export type VersionFacts = ServableVersion & Omit<StoredVersion, 'contract_digest' | 'id'>;

const LENGTH_BYTES = 4;

/**
 * A version in force with its contract, as the text that is stored. Texts are the most of a catalog
 * and seldom read, so they stay the bytes that arrived, which the garbage collector need not move; its
 * facts are those of many others.
 */
export class LoadedVersion implements StoredVersion {
  constructor(
    /** Its id; identity columns count far less than numbers do. */
    private readonly number: number,
    private readonly facts: VersionFacts,
    /** In these, from `at` on, its digest and its contract, each behind its length. */
    private readonly bytes: Buffer,
    private readonly at: number,
  ) {}

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
    const start = this.at + LENGTH_BYTES;
    return this.bytes.toString('utf8', start, start + this.bytes.readInt32BE(this.at));
  }

  get contract(): string {
    const start = this.contractStart;
    return this.bytes.toString('utf8', start, start + this.contractBytes);
  }

  get contractBytes(): number {
    return this.bytes.readInt32BE(this.contractStart - LENGTH_BYTES);
  }

  /** Writes the contract into bytes that have room for it. */
  copyContract(into: Uint8Array, at: number): void {
    const start = this.contractStart;
    this.bytes.copy(into, at, start, start + this.contractBytes);
  }

  private get contractStart(): number {
    return this.at + this.bytes.readInt32BE(this.at) + 2 * LENGTH_BYTES;
  }
}

/**
 * The texts of a single version, as a row has them. By themselves: in the pool of small buffers each would
 * keep kilobytes of others for as long as it lasts.
 */
export const textsOfVersion = (digest: string, contract: string): Buffer => {
  const [first, second] = [Buffer.byteLength(digest), Buffer.byteLength(contract)];
  const texts = Buffer.allocUnsafeSlow(2 * LENGTH_BYTES + first + second);
  const middle = texts.writeInt32BE(first) + texts.write(digest, LENGTH_BYTES);
  texts.write(contract, texts.writeInt32BE(second, middle));
  return texts;
};
