import type { Classification } from '#core/compatibility/finding.js';
import type { Contract } from '#core/contract/contract.js';
import { digestOf } from '#core/json/digest.js';
import type { Comparison } from './jobs.js';

const REMEMBERED = 1_000;

/** The results of this process, by the digests of both sides and by what was said of the changes. */
export class Memory {
  private readonly results = new Map<string, Classification>();
  private readonly digests = new WeakMap<Contract, string>();

  /** Only contracts whose digest was told are compared: to make it takes long where they are large. */
  know(contract: Contract, digest: string): void {
    this.digests.set(contract, digest);
  }

  keyOf({ before, after, changes }: Comparison): string {
    const said = changes.map(({ path, meaning }) => ({ path, meaning }));
    const key = `${this.digest(before)} ${this.digest(after)}`;
    return said.length === 0 ? key : `${key} ${digestOf(said)}`;
  }

  recall(key: string): Classification | undefined {
    const result = this.results.get(key);
    return result === undefined ? undefined : this.remember(key, result);
  }

  remember(key: string, result: Classification): Classification {
    // Entered anew each time, so that the first in the map is the one least recently asked for.
    this.results.delete(key);
    this.results.set(key, result);
    const [oldest] = this.results.keys();
    if (this.results.size > REMEMBERED && oldest !== undefined) this.results.delete(oldest);
    return result;
  }

  private digest(contract: Contract): string {
    const digest = this.digests.get(contract);
    if (digest === undefined) throw new Error('a contract is compared without its digest');
    return digest;
  }
}
