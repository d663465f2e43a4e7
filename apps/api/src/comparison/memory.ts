import type { Classification } from '#core/compatibility/finding.js';
import type { Contract } from '#core/contract/contract.js';
import { digestOf } from '#core/json/digest.js';
import type { Comparison } from './jobs.js';

const MIB = 1024 * 1024;

/** In characters, of all results together and of a single one: of two large schemas it is large. */
const MOST_OF_ALL = 64 * MIB;
const MOST_OF_ONE = MIB;

/**
 * The results of this process, by the digests of both sides and by what was said of the changes. As
 * text, whose length says what is held; to read it again takes next to nothing.
 */
export class Memory {
  private readonly results = new Map<string, string>();
  private readonly digests = new WeakMap<Contract, string>();
  private held = 0;

  constructor(
    private readonly mostOfAll = MOST_OF_ALL,
    private readonly mostOfOne = MOST_OF_ONE,
  ) {}

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
    const text = this.results.get(key);
    if (text === undefined) return undefined;
    this.remember(key, text);
    // What `remember` was given.
    return JSON.parse(text) as Classification;
  }

  /** `text` is a classification as JSON. */
  remember(key: string, text: string): void {
    // Entered anew each time, so that the first in the map is the one least recently asked for.
    this.forget(key);
    if (text.length > this.mostOfOne) return;
    this.results.set(key, text);
    this.held += key.length + text.length;
    for (const oldest of this.results.keys()) {
      if (this.held <= this.mostOfAll) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const text = this.results.get(key);
    if (text === undefined) return;
    this.results.delete(key);
    this.held -= key.length + text.length;
  }

  private digest(contract: Contract): string {
    const digest = this.digests.get(contract);
    if (digest === undefined) throw new Error('a contract is compared without its digest');
    return digest;
  }
}
