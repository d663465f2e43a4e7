import { Injectable } from '@nestjs/common';
import { classify, ENGINE_VERSION } from '#core/compatibility/classify.js';
import { OutOfTime } from '#core/compatibility/subsumption/budget.js';
import type { Classification } from '#core/compatibility/finding.js';
import type { Contract, DeclaredChange } from '#core/contract/contract.js';
import { contractDigest } from '#core/contract/digest.js';
import { digestOf } from '#core/json/digest.js';
import type { Classify } from '#core/versions/compared.js';
import { Settings } from '../../config/env.js';
import { Problem } from '../../http/problem.js';

const REMEMBERED = 1_000;
const PATIENCE_MS = 5_000;

/**
 * Compares contracts as this deployment does, and remembers the results by the digests of both
 * sides: what was judged before a transaction costs nothing inside it, under the lock.
 */
@Injectable()
export class Comparer {
  readonly engine = ENGINE_VERSION;
  private readonly results = new Map<string, Classification>();
  private readonly digests = new WeakMap<Contract, string>();

  constructor(private readonly settings: Settings) {}

  readonly classify: Classify = (before, after, changes) => {
    const key = `${this.digest(before)} ${this.digest(after)} ${digestOfChanges(changes)}`;
    const result = this.results.get(key) ?? this.compare(before, after, changes);
    // Entered anew each time, so that the first in the map is the one least recently asked for.
    this.results.delete(key);
    this.results.set(key, result);
    const [oldest] = this.results.keys();
    if (this.results.size > REMEMBERED && oldest !== undefined) this.results.delete(oldest);
    return result;
  };

  private compare(
    before: Contract,
    after: Contract,
    changes: readonly DeclaredChange[],
  ): Classification {
    const deadline = performance.now() + PATIENCE_MS;
    try {
      return classify(before, after, {
        outputCompatibility: this.settings.outputCompatibility,
        changes,
        outOfTime: () => performance.now() > deadline,
      });
    } catch (error) {
      if (error instanceof OutOfTime) throw tooSlow();
      throw error;
    }
  }

  private digest(contract: Contract): string {
    const digest = this.digests.get(contract) ?? contractDigest(contract);
    this.digests.set(contract, digest);
    return digest;
  }
}

const tooSlow = (): Problem =>
  new Problem('check-too-slow', {
    detail: `The comparison was given up after ${PATIENCE_MS / 1_000} seconds.`,
    headers: { 'retry-after': '5' },
  });

const digestOfChanges = (changes: readonly DeclaredChange[]): string =>
  changes.length === 0 ? '' : digestOf(changes.map(({ path, meaning }) => ({ path, meaning })));
